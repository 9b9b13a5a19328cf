import { Readable } from 'node:stream';
import { AppError } from '../../errors/errors.ts';
import type { Db } from '../../postgres/database.ts';
import type { WorkspaceId } from '../../postgres/workspace-id.ts';
import type { FilePurpose, Verdict } from './file-kinds.ts';

/** A file that is to be written. */
export interface NewFile {
  /** Its id (v7), where whoever writes it has to know it before it is whole. */
  readonly id?: string;
  /** Whose file it is; null of what is nobody's, such as the HR documents. */
  readonly workspaceId: WorkspaceId | null;
  readonly purpose: FilePurpose;
  readonly mediaType: string;
  /** Bytes at most. */
  readonly maxBytes: number;
}

/** A file that was written whole. */
export interface StoredFile {
  readonly id: string;
  /** The size in bytes. */
  readonly size: number;
  readonly sha256: Buffer;
  /** Its beginning, of 4,100 bytes at most: enough to tell its type. */
  readonly firstBytes: Buffer;
}

/** Bytes of a file, from the first to the last, both included, counted from 0. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Reads a file into memory, which has to be small. @throws AppError as `read` */
export async function readWhole(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** A file in which a virus was found, and which is given to nobody (R-api-48). */
export class VirusFound extends AppError {
  constructor() {
    super('conflict', 'A virus was found in this file, so it is not given out.');
  }
}

/** Keeps the bytes of files. A row of the feature's own table refers to a file by a foreign key to `files`. */
export interface FileStore {
  /**
   * Writes a stream, taking no more of it than there is room for; the file can't be read before all of it is there.
   * What fails leaves nothing that anybody sees, and the nightly job takes away what it left.
   * @throws AppError too-large; unavailable when the store is full, away or answers nonsense; and as `source`
   */
  write(source: AsyncIterable<Uint8Array>, about: NewFile): Promise<StoredFile>;
  /**
   * Reads a file or a part of it, piece by piece; nothing is held of the database or the store between them.
   * @throws AppError not-found; conflict while it waits for the scanner; VirusFound (R-api-48); unavailable when the store
   * is away
   */
  read(id: string, range?: Range): AsyncIterable<Buffer>;
  /** Reads a file that nobody scanned yet, to look into it; never to give it to somebody. @throws as `read` */
  readUnscanned(id: string): AsyncIterable<Buffer>;
  /** Keeps what the scanner found in a file that waits for it. */
  judge(id: string, verdict: Exclude<Verdict, 'waiting'>): Promise<void>;
  /** Takes files away, at once for everybody who reads; their bytes go by a job. */
  remove(db: Db, ids: readonly string[]): Promise<void>;
  /** Takes those files away to which no row refers by a foreign key. */
  removeUnattached(ids: readonly string[]): Promise<void>;
}

/**
 * Stores bytes that are in memory, for `use` to attach; what it doesn't attach, because it fails, is taken away.
 * @throws as `write`, and as `use`
 */
export async function withStored<T>(
  files: FileStore,
  wanted: readonly { readonly bytes: Buffer; readonly mediaType: string }[],
  about: Pick<NewFile, 'workspaceId' | 'purpose'>,
  use: (stored: readonly StoredFile[]) => Promise<T>,
): Promise<T> {
  const stored: StoredFile[] = [];
  try {
    for (const { bytes, mediaType } of wanted) {
      stored.push(await files.write(Readable.from([bytes]), { ...about, mediaType, maxBytes: bytes.length }));
    }
    return await use(stored);
  } catch (error) {
    // What can't be taken away now is by the nightly check.
    const ids = stored.map(({ id }) => id);
    if (ids.length > 0) await files.removeUnattached(ids).catch(() => {});
    throw error;
  }
}

/** The columns of a row that refers to a stored file. */
export function fileOf(stored: StoredFile | undefined): { file_id: string; file_size: number } {
  if (!stored) throw new TypeError('There is no stored file');
  return { file_id: stored.id, file_size: stored.size };
}
