import type { DrawnFile } from './drawn-file.ts';

/** Longest side of a drawn picture, in pixels. */
const LONGEST_SIDE = 4096;

/** Opens a picture. Throws an `Error` for what no browser can read. */
export async function openPicture(file: Blob): Promise<DrawnFile> {
  const picture = await createImageBitmap(file);
  const { width, height } = picture;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  return {
    pages: 1,
    draw: async (_, canvas) => {
      canvas.width = Math.max(1, Math.round(width * scale));
      canvas.height = Math.max(1, Math.round(height * scale));
      canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
      return height / width;
    },
    close: () => picture.close(),
  };
}
