import { type ReactNode, Suspense } from 'react';
import { renderToString } from 'react-dom/server.browser';

/** HTML of a part of the page that the application takes over by itself, whole. */
export function toHtml(part: ReactNode): string {
  return renderToString(<Suspense>{part}</Suspense>);
}
