import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl';
import { AppError } from '../../errors/errors.ts';

/** An archive that somebody sent. */
export interface ReadableZip {
  /** The sizes of its files by their paths, as the directory says. */
  readonly sizes: ReadonlyMap<string, number>;
  /** Reads a file; more or less of it than the directory says is a fault. @throws AppError invalid */
  read(path: string): AsyncGenerator<Buffer>;
  close(): Promise<void>;
}

/** Files of an archive at most. */
const MOST_ENTRIES = 200_000;

/** Bytes that an archive unpacks to, at most, beyond its own: rows shrink to a tenth, evidence hardly at all. */
const MOST_UNPACKED = 8 * 1024 ** 3;

/**
 * Opens an archive by way of the disk, in a file that has no name: whatever ends the process takes it along. Nothing is
 * unpacked before it is read. Whoever opens it closes it.
 * @throws AppError invalid for what is no archive, was cut, or has paths that lead elsewhere; and as `bytes`
 */
export async function openZip(bytes: AsyncIterable<Uint8Array>): Promise<ReadableZip> {
  const name = path.join(tmpdir(), `anupalan-${randomUUID()}`);
  const file = await open(name, 'wx+', 0o600);
  try {
    await rm(name);
    for await (const piece of bytes) await file.appendFile(piece);
    const archive = await fromFdPromise(file.fd, { autoClose: false, lazyEntries: true }).catch(refuse);
    const entries = await listEntries(archive, MOST_UNPACKED + (await file.stat()).size);
    return {
      sizes: new Map([...entries].map(([at, { uncompressedSize }]) => [at, uncompressedSize])),
      read: (at) => readEntry(archive, entries.get(at)),
      close: () => file.close(),
    };
  } catch (error) {
    await closeQuietly(file);
    throw error;
  }
}

async function listEntries(archive: ZipFile, mostUnpacked: number): Promise<Map<string, Entry>> {
  if (archive.entryCount > MOST_ENTRIES) throw new AppError('invalid', 'The archive has too many files');
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  try {
    // Paths that begin at a root, or go up, are refused by the library.
    for await (const entry of archive.eachEntry()) {
      if (entry.isEncrypted()) throw new AppError('invalid', 'The archive has a password');
      if (entries.has(entry.fileName)) throw new AppError('invalid', `The archive has ${entry.fileName} twice`);
      unpacked += entry.uncompressedSize;
      if (unpacked > mostUnpacked)
        throw new AppError('invalid', 'The archive unpacks to more than 8 GB beyond its size');
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    refuse(error);
  }
  return entries;
}

async function* readEntry(archive: ZipFile, entry: Entry | undefined): AsyncGenerator<Buffer> {
  if (!entry) throw broken();
  const stream = await archive.openReadStreamPromise(entry).catch(refuse);
  try {
    for await (const piece of stream) yield piece;
  } catch (error) {
    refuse(error);
  } finally {
    stream.destroy();
  }
}

/** What the library says of a file that isn't as it should be is said in our words. */
function refuse(error: unknown): never {
  throw error instanceof AppError ? error : broken(error);
}

function broken(cause?: unknown): AppError {
  return new AppError('invalid', 'The file is no ZIP archive, or it was cut off or damaged on its way', { cause });
}

async function closeQuietly(file: FileHandle): Promise<void> {
  await file.close().catch(() => {});
}
