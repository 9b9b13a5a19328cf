import { Readable } from 'node:stream';
import { ZipArchive } from 'archiver';

/** A file of an archive. */
export interface ZipEntry {
  /** Its place in the archive, with `/` between folders. */
  readonly path: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** The names of files that are compressed already: deflating them costs most of an archive's time, and gains nothing. */
const PACKED = /\.(pdf|png|jpe?g|webp|heic|docx|xlsx)$/i;

/**
 * Writes a ZIP as it is read: entries are asked for one after the other, and of each only the piece that is being
 * written is held. What an entry fails with is what reading fails with. Everything is deflated, quickly, what is packed at
 * level 0, which copies: programs that read an archive from its beginning can't tell where a stored file of unknown size
 * ends.
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>, writtenAt: Date): AsyncGenerator<Uint8Array> {
  // The archive reads it anew for each entry.
  const zlib = { level: QUICK };
  const zip = new ZipArchive({ zlib, highWaterMark: 64 * 1024 });
  const feeding = feed({ zip, zlib }, entries, writtenAt).catch((error: unknown) => {
    zip.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  try {
    for await (const bytes of zip) yield bytes;
  } finally {
    zip.destroy();
    await feeding;
  }
}

const QUICK = 1;
const COPIED = 0;

async function feed(
  { zip, zlib }: { zip: ZipArchive; zlib: { level: number } },
  entries: AsyncIterable<ZipEntry>,
  writtenAt: Date,
): Promise<void> {
  for await (const { path, bytes } of entries) {
    zlib.level = PACKED.test(path) ? COPIED : QUICK;
    const source = Readable.from(bytes, { objectMode: false });
    try {
      const written = untilWritten(zip, source);
      zip.append(source, { name: path, date: writtenAt });
      await written;
    } finally {
      source.destroy();
    }
  }
  await zip.finalize();
}

/** Waits until an entry is written; fails as its source does, and when the archive ends before. */
function untilWritten(zip: ZipArchive, source: Readable): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const written = () => resolve();
  const closed = () => reject(new Error('The archive was closed'));
  source.once('error', reject);
  zip.once('entry', written).once('error', reject).once('close', closed);
  return promise.finally(() => zip.off('entry', written).off('error', reject).off('close', closed));
}
