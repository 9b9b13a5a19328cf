import { type ReactNode, Suspense } from 'react';
import { prerender } from 'react-dom/static.browser';

/** HTML of a part of the page that the application takes over by itself, whole. */
export async function toHtml(part: ReactNode): Promise<string> {
  const { prelude } = await prerender(<Suspense>{part}</Suspense>, { progressiveChunkSize: Number.POSITIVE_INFINITY });
  return await new Response(prelude).text();
}
