import { createHash, randomUUIDv7 } from 'node:crypto';
import type { Kysely } from 'kysely';
import { AppError } from '../../errors/errors.ts';
import type { DB } from '../../postgres/database-schema.ts';
import { beginFile, finishFile, removeFiles, removeUnattachedFiles } from './commands.ts';
import type { FileStore, NewFile, Range, StoredFile } from './file-store.ts';
import { MissingBytes, type Place } from './place.ts';
import { createPostgresPlace } from './postgres-place.ts';
import { type FileRow, findFile } from './queries.ts';

/** Bytes of a file's beginning that tell its type. */
const FIRST_BYTES = 4_100;

/** Opens the store of files; its bytes lie in PostgreSQL. `isScanned`: there is a virus scanner (R-api-48). */
export function createFileStore(db: Kysely<DB>, { isScanned }: { isScanned: boolean }): FileStore {
  const postgres = createPostgresPlace(db);
  return {
    write: (source, about) => write(db, postgres, { source, about, isScanned }),
    read: (id, range) => read(db, postgres, { id, range, needsScan: isScanned }),
    readUnscanned: (id) => read(db, postgres, { id, range: undefined, needsScan: false }),
    remove: removeFiles,
    removeUnattached: (ids) => removeUnattachedFiles(db, ids),
  };
}

interface Writing {
  readonly source: AsyncIterable<Uint8Array>;
  readonly about: NewFile;
  readonly isScanned: boolean;
}

async function write(db: Kysely<DB>, place: Place, { source, about, isScanned }: Writing): Promise<StoredFile> {
  const id = randomUUIDv7();
  const verdict = isScanned && about.purpose === 'evidence' ? 'waiting' : 'clean';
  await beginFile(db, id, { ...about, place: 'postgres', verdict });
  const passing = new Passing(source, about.maxBytes);
  try {
    await place.write(id, passing.bytes()).catch(passing.explain);
    const { size, sha256, firstBytes } = passing.end();
    await finishFile(db, id, { size, sha256 });
    return { id, size, sha256, firstBytes };
  } catch (error) {
    // A database that is away for this, too, leaves it to the nightly job.
    await removeFiles(db, [id]).catch(() => {});
    throw error;
  }
}

/** What passes by on its way into the store: counted, hashed, its beginning kept. */
class Passing {
  readonly #source: AsyncIterable<Uint8Array>;
  readonly #maxBytes: number;
  readonly #hash = createHash('sha256');
  #size = 0;
  #first = Buffer.alloc(0);
  /** Why the source ended before its end. */
  #broken: { error: unknown } | null = null;

  constructor(source: AsyncIterable<Uint8Array>, maxBytes: number) {
    this.#source = source;
    this.#maxBytes = maxBytes;
  }

  async *bytes(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of this.#source) {
        const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
        this.#size += bytes.length;
        if (this.#size > this.#maxBytes) throw new AppError('too-large', 'The file is too large');
        this.#hash.update(bytes);
        if (this.#first.length < FIRST_BYTES) {
          this.#first = Buffer.concat([this.#first, bytes.subarray(0, FIRST_BYTES - this.#first.length)]);
        }
        yield bytes;
      }
    } catch (error) {
      this.#broken = { error };
      throw error;
    }
  }

  /** Tells a source that broke off, which says why itself, from a store that takes no more. */
  readonly explain = (error: unknown): never => {
    throw this.#broken ? this.#broken.error : cannotStore(error);
  };

  end(): Omit<StoredFile, 'id'> {
    return { size: this.#size, sha256: this.#hash.digest(), firstBytes: this.#first };
  }
}

interface Reading {
  readonly id: string;
  readonly range: Range | undefined;
  readonly needsScan: boolean;
}

async function* read(db: Kysely<DB>, place: Place, { id, range, needsScan }: Reading): AsyncGenerator<Buffer> {
  const file = await findFile(db, id);
  if (needsScan) requireClean(file);
  const end = Math.min(range ? range.end + 1 : file.size, file.size);
  try {
    yield* place.read(id, range?.start ?? 0, end);
  } catch (error) {
    if (!(error instanceof MissingBytes)) throw error;
    throw new AppError('unavailable', 'This file cannot be read right now. Please try again shortly.', {
      retryAfter: 60,
      cause: error,
    });
  }
}

/** @throws AppError conflict */
function requireClean({ verdict }: FileRow): void {
  if (verdict === 'waiting') {
    throw new AppError('conflict', 'This file is still being checked for viruses. Please try again shortly.', {
      retryAfter: 60,
    });
  }
  if (verdict === 'infected') throw new AppError('conflict', 'A virus was found in this file, so it is not given out.');
}

function cannotStore(cause: unknown): AppError {
  return new AppError('unavailable', 'Files cannot be stored right now. Please try again shortly.', {
    retryAfter: 60,
    cause,
  });
}
