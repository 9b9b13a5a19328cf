import type { DrawnFile } from './drawn-file.ts';
import { openPicture } from './open-picture.ts';

/** Media type of PDFs. */
export const PDF = 'application/pdf';
const PICTURES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];

/** Whether files of a type can be shown here; others are downloaded only. */
export function isShown(mediaType: string): boolean {
  return mediaType === PDF || PICTURES.includes(mediaType);
}

/** Opens a file to draw it. Throws an `Error` for what is broken or of a type that isn't shown. */
export async function openFile(file: Blob, mediaType: string): Promise<DrawnFile> {
  if (mediaType !== PDF) return await openPicture(file);
  // Of some size, so only who looks at a PDF loads it.
  const { openPdf } = await import('./open-pdf.ts');
  return await openPdf(file);
}
