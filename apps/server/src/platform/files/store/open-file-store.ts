import { createHash, randomUUIDv7 } from 'node:crypto';
import type { Kysely } from 'kysely';
import { AppError } from '../../errors/errors.ts';
import type { DB } from '../../postgres/database-schema.ts';
import { FIRST_BYTES } from '../contents.ts';
import { beginFile, finishFile, judgeFile, removeFiles, removeUnattachedFiles } from './commands.ts';
import { SENT_BY_PEOPLE, type Verdict } from './file-kinds.ts';
import { type FileStore, type NewFile, type Range, type StoredFile, VirusFound } from './file-store.ts';
import { MissingBytes, type Places, placeOf } from './place.ts';
import { createPostgresPlace } from './postgres-place.ts';
import { type FileRow, findFile } from './queries.ts';
import { parseS3Address, type S3Patience } from './s3-address.ts';

/** The settings that a store is opened by. */
export interface StoreSettings {
  /** The S3-compatible store; absent: bytes lie in PostgreSQL. */
  readonly filesS3Url?: string | undefined;
  /** The virus scanner; absent: files are not scanned (R-api-48). */
  readonly clamdUrl?: string | undefined;
  /** How long the S3-compatible store is waited for, unless as usual. */
  readonly s3Patience?: S3Patience;
}

/** A store with the places that its jobs and commands work on. */
export interface OpenFileStore extends FileStore {
  readonly places: Places;
  close(): void;
}

/** Opens the store of files. The client of S3 is loaded only where one is set. */
export async function openFileStore(db: Kysely<DB>, settings: StoreSettings): Promise<OpenFileStore> {
  const places = await openPlaces(db, settings);
  const isScanned = settings.clamdUrl !== undefined;
  return {
    places,
    write: (source, about) => write(db, places, { source, about, isScanned }),
    read: (id, range) => read(db, places, { id, range, refuse: (file) => refuse(file, isScanned) }),
    readUnscanned: (id) => read(db, places, { id, range: undefined }),
    judge: (id, verdict) => judgeFile(db, id, verdict),
    remove: removeFiles,
    removeUnattached: (ids) => removeUnattachedFiles(db, ids),
    close: () => places.s3?.close(),
  };
}

async function openPlaces(db: Kysely<DB>, { filesS3Url, s3Patience }: StoreSettings): Promise<Places> {
  const postgres = createPostgresPlace(db);
  const address = filesS3Url === undefined ? null : parseS3Address(filesS3Url);
  if (!address) return { postgres, s3: null, newIn: 'postgres' };
  const { createS3Place } = await import('./s3-place.ts');
  return { postgres, s3: createS3Place(address, s3Patience), newIn: address.readOnly ? 'postgres' : 's3' };
}

interface Writing {
  readonly source: AsyncIterable<Uint8Array>;
  readonly about: NewFile;
  readonly isScanned: boolean;
}

async function write(db: Kysely<DB>, places: Places, { source, about, isScanned }: Writing): Promise<StoredFile> {
  const { id = randomUUIDv7() } = about;
  await beginFile(db, id, { ...about, place: places.newIn, verdict: verdictOf(about, isScanned) });
  const passing = new Passing(source, about.maxBytes);
  try {
    await placeOf(places, places.newIn).write(id, passing.bytes()).catch(passing.explain);
    const { size, sha256, firstBytes } = passing.end();
    await finishFile(db, id, { size, sha256 });
    return { id, size, sha256, firstBytes };
  } catch (error) {
    // A database that is away for this, too, leaves it to the nightly job.
    await removeFiles(db, [id]).catch(() => {});
    throw error;
  }
}

/** What is said of a file that comes: evidence is scanned once it is there, what others send before it is stored. */
function verdictOf({ purpose }: NewFile, isScanned: boolean): Verdict {
  if (!isScanned || !SENT_BY_PEOPLE.includes(purpose)) return 'clean';
  return purpose === 'evidence' ? 'waiting' : 'scanned';
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
  /** Throws when it is not given out. */
  readonly refuse?: (file: FileRow) => void;
}

/** Reads from where the file lies; one that is moved meanwhile is read on from where it lies then. */
async function* read(db: Kysely<DB>, places: Places, { id, range, refuse }: Reading): AsyncGenerator<Buffer> {
  let file = await findFile(db, id);
  refuse?.(file);
  const end = Math.min(range ? range.end + 1 : file.size, file.size);
  let at = range?.start ?? 0;
  // A range that is all of it, as downloads ask for, is checked as well.
  const whole = at === 0 && end === file.size ? new WholeFile(file) : null;
  while (at < end) {
    try {
      for await (const piece of placeOf(places, file.place).read(id, at, end)) {
        whole?.add(piece);
        at += piece.length;
        // The last piece is given only of a file that is what was stored.
        if (at === end) whole?.check();
        yield piece;
      }
    } catch (error) {
      const { place } = file;
      file = await findFile(db, id);
      if (!(error instanceof MissingBytes) || file.place === place) throw cannotRead(error);
    }
  }
}

/** The hash of a file as it is read. */
class WholeFile {
  readonly #file: FileRow;
  readonly #hash = createHash('sha256');

  constructor(file: FileRow) {
    this.#file = file;
  }

  add(piece: Buffer): void {
    this.#hash.update(piece);
  }

  check(): void {
    if (!this.#hash.digest().equals(this.#file.sha256)) throw new Error(`File ${this.#file.id} is not what was stored`);
  }
}

/**
 * Gives out only what nothing was found in, and where there is a scanner only what it looked at or was made here (R-api-48).
 * @throws VirusFound, and AppError conflict
 */
function refuse({ verdict, purpose }: FileRow, isScanned: boolean): void {
  if (verdict === 'infected') throw new VirusFound();
  const isUnscanned = verdict === 'clean' && SENT_BY_PEOPLE.includes(purpose);
  if (verdict !== 'waiting' && !(isScanned && isUnscanned)) return;
  const message = 'This file is still being checked for viruses. Please try again shortly.';
  throw new AppError('conflict', message, { retryAfter: 60 });
}

function cannotRead(cause: unknown): AppError {
  return new AppError('unavailable', 'This file cannot be read right now. Please try again shortly.', {
    retryAfter: 60,
    cause,
  });
}

function cannotStore(cause: unknown): AppError {
  return new AppError('unavailable', 'Files cannot be stored right now. Please try again shortly.', {
    retryAfter: 60,
    cause,
  });
}
