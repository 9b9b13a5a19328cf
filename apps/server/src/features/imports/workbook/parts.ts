import { posix } from 'node:path';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { damagedWorkbook, protectedFile, UnreadableFile } from '../reading/unreadable-file.ts';

/** Bytes that a workbook may unpack to, and its parts: a hundred thousand rows of twenty columns are a fifth of it. */
const UNPACKED_BYTES = 400_000_000;
const MOST_PARTS = 5_000;

/**
 * The parts of a workbook, which is an archive. Their names are compared without case, as ECMA-376 part 2 asks, and may be
 * written as addresses.
 */
export interface Parts {
  has(name: string): boolean;
  /** Unpacks a part. The stream fails when the part has another size than the archive says. */
  unpack(name: string): AsyncIterable<Buffer>;
  /** Unpacks the parts that nobody unpacked: the size of a part is only a claim until then. */
  unpackOthers(): Promise<void>;
}

/** @throws UnreadableFile when the archive has a password or would unpack to more than there is room for */
export async function openParts(bytes: Buffer): Promise<Parts> {
  const archive = await fromBufferPromise(bytes, { lazyEntries: true });
  const entries = await listEntries(archive);
  const unpacked = new Set<Entry>();
  const find = (name: string) => entries.get(name.toLowerCase()) ?? entries.get(withoutEscapes(name).toLowerCase());
  async function* unpack(entry: Entry | undefined): AsyncGenerator<Buffer> {
    if (!entry) throw damagedWorkbook();
    unpacked.add(entry);
    yield* await archive.openReadStreamPromise(entry);
  }
  return {
    has: (name) => find(name) !== undefined,
    unpack: (name) => unpack(find(name)),
    unpackOthers: async () => {
      for (const entry of entries.values()) {
        if (!unpacked.has(entry)) for await (const _ of unpack(entry));
      }
    },
  };
}

/** The name that an address such as `sheet%201.xml` stands for. */
function withoutEscapes(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The entries of an archive by their names in small letters. */
async function listEntries(archive: ZipFile): Promise<Map<string, Entry>> {
  if (archive.entryCount > MOST_PARTS) throw tooLarge();
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  for await (const entry of archive.eachEntry()) {
    unpacked += entry.uncompressedSize;
    if (unpacked > UNPACKED_BYTES) throw tooLarge();
    if (entry.isEncrypted()) throw protectedFile();
    // yauzl turns backslashes into slashes.
    const name = entry.fileName.toLowerCase();
    // Of two parts with one name nobody knows which is meant.
    if (entries.has(name)) throw damagedWorkbook();
    entries.set(name, entry);
  }
  return entries;
}

function tooLarge(): UnreadableFile {
  return new UnreadableFile('The workbook unpacks to far more than a table to import has: remove what does not belong');
}

/** The name of the part that a relation's target leads to. @param folder of the part that has the relation, with `/` */
export function partOf(folder: string, target: string): string {
  const path = target.replaceAll('\\', '/');
  return posix.join('/', path.startsWith('/') ? path : `${folder}${path}`).slice(1);
}
