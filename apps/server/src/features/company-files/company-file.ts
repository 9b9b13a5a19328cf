import { createHash, createPublicKey, verify } from 'node:crypto';
import { MAX_REGISTRATIONS } from '@anupalan/contract/company/registrations';
import { LIMITS } from '@anupalan/contract/wire/primitives';
import { z } from 'zod';
import { AppError } from '../../platform/errors/errors.ts';
import { openZip, type ReadableZip } from '../../platform/files/zip/read-zip.ts';
import { canonicalJson, type JsonObject } from '../activity/seal/canonical-json.ts';
import { COMPANY_FORMAT, CompanyManifest, FilePerson, FileReference, PATHS } from './company-manifest.ts';
import { parseJson } from './parse-json.ts';
import type { CompanyTable } from './tables/company-tables.ts';

const MEGABYTE = 1024 * 1024;

/** Bytes of a manifest at most: it is in memory. */
const MOST_MANIFEST = 64 * MEGABYTE;

/** Bytes that a character has at most in a line of JSON. */
const A_CHARACTER = 4;

/** Bytes of a line at most: of the longest text that a row has, which is rich, and as many for all the others. */
const A_LINE = 2 * A_CHARACTER * LIMITS.richText;

/** Bytes of a day's entry: of each registration number it has what its check says. */
const AN_ENTRY = MAX_REGISTRATIONS * A_CHARACTER * 3 * LIMITS.note;

/** Lines of the lists that are in memory. */
const MOST_NAMED = 50_000;

/** A row of a table as the file has it. */
export type FileRow = Readonly<Record<string, unknown>>;

/** A row with where it is. */
export interface LineOfFile {
  readonly row: FileRow;
  /** Its line, from 1. */
  readonly number: number;
  readonly bytes: number;
}

const Row = z.record(z.string(), z.unknown());

interface Expected<T> {
  readonly schema: z.ZodType<T>;
  /** Bytes of a line at most. */
  readonly most: number;
}

/** A company's file that somebody sent. Whatever is read of it is what its manifest says, or a fault. */
export class CompanyFile {
  readonly manifest: CompanyManifest;
  /** SHA-256 of the manifest, by which the same file is known again. */
  readonly digest: Buffer;
  readonly #zip: ReadableZip;
  readonly #listed: ReadonlyMap<string, CompanyManifest['files'][number]>;

  private constructor(zip: ReadableZip, { manifest, digest }: { manifest: CompanyManifest; digest: Buffer }) {
    this.#zip = zip;
    this.manifest = manifest;
    this.digest = digest;
    this.#listed = new Map(manifest.files.map((file) => [file.path, file]));
  }

  /** Opens a file and checks its manifest. Whoever opens it closes it. @throws AppError invalid; and as `bytes` */
  static async open(bytes: AsyncIterable<Uint8Array>): Promise<CompanyFile> {
    const zip = await openZip(bytes);
    try {
      const file = new CompanyFile(zip, await readManifest(zip));
      file.#requireSameFiles();
      return file;
    } catch (error) {
      await zip.close();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#zip.close();
  }

  /** All paths of it but the manifest's. */
  get paths(): string[] {
    return [...this.#listed.keys()];
  }

  /** The listed file of a path. @throws AppError invalid */
  listed(path: string): CompanyManifest['files'][number] {
    const file = this.#listed.get(path);
    if (!file) throw new AppError('invalid', `The file lacks ${path}`);
    return file;
  }

  /** Reads a file of it to its end. @throws AppError invalid where it isn't what the manifest says */
  async *read(path: string): AsyncGenerator<Buffer> {
    const { size, sha256 } = this.listed(path);
    const hash = createHash('sha256');
    let read = 0;
    for await (const piece of this.#zip.read(path)) {
      read += piece.length;
      if (read > size) throw altered(path);
      hash.update(piece);
      yield piece;
    }
    if (read !== size || hash.digest('hex') !== sha256) throw altered(path);
  }

  /** The rows of a table, none of one that it hasn't. */
  async *rows(table: CompanyTable): AsyncGenerator<LineOfFile> {
    const path = PATHS.table(table);
    if (!this.#listed.has(path)) return;
    const most = table === 'status_entries' ? AN_ENTRY : A_LINE;
    for await (const { value: row, number, bytes } of this.#lines(path, { schema: Row, most })) {
      yield { row, number, bytes };
    }
  }

  people(): Promise<FilePerson[]> {
    return this.#all(PATHS.people, FilePerson);
  }

  references(): Promise<FileReference[]> {
    return this.#all(PATHS.catalogue, FileReference);
  }

  async #all<T>(path: string, schema: z.ZodType<T>): Promise<T[]> {
    const all: T[] = [];
    for await (const { value } of this.#lines(path, { schema, most: A_LINE })) {
      all.push(value);
      if (all.length > MOST_NAMED) throw new AppError('invalid', `${path} has more than ${MOST_NAMED} lines`);
    }
    return all;
  }

  async *#lines<T>(
    path: string,
    { schema, most }: Expected<T>,
  ): AsyncGenerator<{
    value: T;
    number: number;
    bytes: number;
  }> {
    let number = 0;
    for await (const line of splitLines(this.read(path), most)) {
      number += 1;
      const parsed = schema.safeParse(line.length > most ? undefined : parseJson(line));
      if (!parsed.success) throw new AppError('invalid', `Line ${number} of ${path} can't be read`);
      yield { value: parsed.data, number, bytes: line.length };
    }
  }

  /** The archive has what the manifest lists, and nothing else. */
  #requireSameFiles(): void {
    if (this.#listed.size !== this.manifest.files.length)
      throw new AppError('invalid', 'The manifest has a file twice');
    for (const [path, { size }] of this.#listed) {
      if (this.#zip.sizes.get(path) !== size) throw altered(path);
    }
    for (const path of this.#zip.sizes.keys()) {
      if (path !== PATHS.manifest && !this.#listed.has(path)) {
        throw new AppError('invalid', `The file has ${path}, which its manifest doesn't name`);
      }
    }
  }
}

function altered(path: string): AppError {
  return new AppError('invalid', `The file was altered: ${path} is not what the manifest says`);
}

async function readManifest(zip: ReadableZip): Promise<{ manifest: CompanyManifest; digest: Buffer }> {
  const size = zip.sizes.get(PATHS.manifest) ?? 0;
  if (size === 0 || size > MOST_MANIFEST) throw noCompanyFile();
  const pieces: Buffer[] = [];
  for await (const piece of zip.read(PATHS.manifest)) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  return { manifest: judgeManifest(bytes), digest: createHash('sha256').update(bytes).digest() };
}

/** @throws AppError invalid */
function judgeManifest(bytes: Buffer): CompanyManifest {
  const said = readObject(bytes);
  if (said?.kind !== 'company') throw noCompanyFile();
  if (said.format !== COMPANY_FORMAT) {
    throw new AppError('invalid', 'The file was made by another version of Anupalan, whose files this one cannot read');
  }
  const manifest = CompanyManifest.safeParse(said);
  if (!manifest.success) throw noCompanyFile();
  const { signature, ...signed } = said;
  if (!isSigned(canonicalJson(signed), manifest.data)) {
    throw new AppError('invalid', 'The file was altered: its manifest is not what was signed');
  }
  return manifest.data;
}

/** @returns undefined for what is no object, or has more levels than anything that is walked through */
function readObject(bytes: Buffer): JsonObject | undefined {
  try {
    return z.record(z.string(), z.json()).safeParse(parseJson(bytes)).data;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function isSigned(text: string, { key, signature }: CompanyManifest): boolean {
  const publicKey = Buffer.from(key.publicKey, 'base64');
  if (createHash('sha256').update(publicKey).digest('hex') !== key.fingerprint) return false;
  try {
    const spki = createPublicKey({ key: publicKey, format: 'der', type: 'spki' });
    return (
      spki.asymmetricKeyType === 'ed25519' && verify(null, Buffer.from(text), spki, Buffer.from(signature, 'base64'))
    );
  } catch {
    return false;
  }
}

function noCompanyFile(): AppError {
  const message = 'This is not the file of a company: please choose the ZIP that "Take the company\'s data out" made';
  return new AppError('invalid', message);
}

/** The lines of some bytes; one that is too long is cut off, a little after it is. */
async function* splitLines(pieces: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let kept: Buffer[] = [];
  let size = 0;
  const add = (piece: Buffer) => {
    size += piece.length;
    if (size <= most + MEGABYTE) kept.push(piece);
  };
  const take = () => {
    const line = Buffer.concat(kept);
    kept = [];
    size = 0;
    return line;
  };
  for await (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, start)) {
      add(piece.subarray(start, end));
      yield take();
      start = end + 1;
    }
    add(piece.subarray(start));
  }
  if (size > 0) yield take();
}
