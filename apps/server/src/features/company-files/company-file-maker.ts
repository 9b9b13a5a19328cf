import { createHash } from 'node:crypto';
import { requirePermission } from '../../identity/sessions.ts';
import { openBytes } from '../../platform/files/store/open-bytes.ts';
import { writeZip, type ZipEntry } from '../../platform/files/zip/write-zip.ts';
import type { Services } from '../../services.ts';
import { beginActivityFile } from '../activity/seal/activity-file.ts';
import { sealRound } from '../activity/seal/commands-rounds.ts';
import { type ListedFile, signManifest } from '../activity/seal/manifest.ts';
import { getCompany } from '../companies/queries.ts';
import type { Maker, Making } from '../prepared-files/maker.ts';
import { COMPANY_FORMAT, PATHS } from './company-manifest.ts';
import { CompanySnapshot } from './company-snapshot.ts';
import { COMPANY_TABLE_NAMES, leavingColumns } from './tables/company-tables.ts';

const GIGABYTE = 1024 ** 3;

/** Bytes that a row counts for when it is told how much is done. */
const ROW_BYTES = 400;

type Given = Pick<Services, 'database' | 'files'>;

/** Makes the file of a whole company (R-company-files-1). */
export function createCompanyFileMaker(services: Given): Maker {
  return {
    kind: 'company',
    mediaType: () => 'application/zip',
    maxBytes: 200 * GIGABYTE,
    make: (making) => makeCompanyFile(services, making),
  };
}

async function* makeCompanyFile(services: Given, making: Making): AsyncGenerator<Uint8Array> {
  const { session, now } = making;
  requirePermission(session, 'company-files.make');
  const snapshot = await CompanySnapshot.take(services.database.db, session);
  try {
    yield* writeZip(new CompanyEntries(services, making, snapshot).list(), new Date(now.epochMilliseconds));
  } finally {
    await snapshot.close();
  }
}

/** The files of the archive, one after the other, of which the manifest is the last: it has all the others' hashes. */
class CompanyEntries {
  readonly #services: Given;
  readonly #making: Making;
  readonly #snapshot: CompanySnapshot;
  readonly #listed: ListedFile[] = [];
  readonly #missing: string[] = [];
  readonly #all: number;
  #done = 0;

  constructor(services: Given, making: Making, snapshot: CompanySnapshot) {
    this.#services = services;
    this.#making = making;
    this.#snapshot = snapshot;
    const rows = Object.values(snapshot.rows).reduce((sum, count) => sum + count, 0);
    this.#all = snapshot.bytes + rows * ROW_BYTES;
  }

  async *list(): AsyncGenerator<ZipEntry> {
    const { db } = this.#services.database;
    const { session, now } = this.#making;
    const { people, references, rows } = this.#snapshot;
    const { _id: id, companyName: name } = await getCompany(db, session.workspaceId);
    for (const table of COMPANY_TABLE_NAMES) {
      yield this.#add(
        PATHS.table(table),
        this.#counted(this.#snapshot.lines(table), () => ROW_BYTES),
      );
    }
    yield this.#add(PATHS.people, linesOf(people));
    yield this.#add(PATHS.catalogue, linesOf(references));
    yield* this.#evidence();
    // What was recorded a second ago is in it, too.
    await sealRound(db);
    const activity = await beginActivityFile(db, session, { now });
    yield this.#add(PATHS.activity, activity.lines);
    yield this.#add(PATHS.readMe, [writeReadMe(name, this.#missing)]);
    const manifest = await signManifest(db, {
      kind: 'company',
      company: { id, name },
      made: now.toString(),
      activity,
      activityPath: PATHS.activity,
      files: this.#listed,
      more: {
        format: COMPANY_FORMAT,
        columns: Object.fromEntries(COMPANY_TABLE_NAMES.map((table) => [table, leavingColumns(table)])),
        rows,
        missing: this.#missing,
      },
    });
    yield { path: PATHS.manifest, bytes: encode([manifest]) };
  }

  async *#evidence(): AsyncGenerator<ZipEntry> {
    for await (const { id, fileId, path } of this.#snapshot.files.read()) {
      const bytes = await openBytes(this.#services.files, fileId);
      if (!bytes) {
        this.#missing.push(path);
        continue;
      }
      yield this.#add(
        path,
        this.#counted(bytes, ({ length }) => length),
        id,
      );
    }
  }

  /** An entry that is listed with its size and hash once it was written. */
  #add(path: string, pieces: AsyncIterable<Uint8Array | string> | Iterable<string>, evidence?: string): ZipEntry {
    const listed = this.#listed;
    const hashed = async function* () {
      const hash = createHash('sha256');
      let size = 0;
      for await (const piece of encode(pieces)) {
        hash.update(piece);
        size += piece.length;
        yield piece;
      }
      listed.push({ path, size, sha256: hash.digest('hex'), ...(evidence !== undefined && { evidence }) });
    };
    return { path, bytes: hashed() };
  }

  async *#counted<T>(pieces: AsyncIterable<T>, bytesOf: (piece: T) => number): AsyncGenerator<T> {
    for await (const piece of pieces) {
      yield piece;
      this.#done = Math.min(this.#done + bytesOf(piece), this.#all);
      this.#making.tell(Math.ceil(this.#done / 1024), Math.ceil(this.#all / 1024));
    }
  }
}

function* linesOf(values: readonly object[]): Generator<string> {
  for (const value of values) yield `${JSON.stringify(value)}\n`;
}

async function* encode(pieces: AsyncIterable<Uint8Array | string> | Iterable<string>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece;
}

function writeReadMe(companyName: string, missing: readonly string[]): string {
  const lines = [
    `All that Anupalan has of ${companyName}`,
    '',
    'data                   the rows of each table, one a line, as JSON',
    'people.jsonl           the people whom they name, without accounts',
    'catalogue.jsonl        the obligations and acts of the catalogue that they are about',
    'evidence               the files',
    'proof/activity.jsonl   who did what and when, sealed as it happened',
    'manifest.json          size and SHA-256 of every file, signed by the installation',
    '',
    'Another Anupalan takes it in: Companies, "Bring a company in".',
    'To check that nothing was altered: node verify.mjs THIS-FILE.zip --key FINGERPRINT --head HEAD',
    ...(missing.length === 0 ? [] : ['', 'Not in it, because they cannot be given out or read now:', ...missing]),
    '',
  ];
  return lines.join('\r\n');
}
