import { AppError } from '../../errors/errors.ts';
import type { FileStore } from './file-store.ts';

/** Opens the bytes of a file: null when they are gone, or can't be given to anybody. @throws AppError unavailable */
export async function openBytes(files: FileStore, fileId: string | null): Promise<AsyncIterable<Uint8Array> | null> {
  if (fileId === null) return null;
  const reading = files.read(fileId)[Symbol.asyncIterator]();
  try {
    const first = await reading.next();
    return (async function* () {
      try {
        for (let next = first; !next.done; next = await reading.next()) yield next.value;
      } finally {
        await reading.return?.();
      }
    })();
  } catch (error) {
    if (error instanceof AppError && (error.code === 'not-found' || error.code === 'conflict')) return null;
    throw error;
  }
}
