import { EVIDENCE_TYPES } from '@anupalan/contract/proof/evidence-files';
import { type AnyFileType, isOfType, MAX_STREAMED_BYTES } from '@anupalan/contract/wire/files';
import { z } from 'zod';
import { AppError } from '../../../platform/errors/errors.ts';
import { detectStoredType, FIRST_BYTES, harmFault } from '../../../platform/files/contents.ts';
import { FILE_BUDGET, InspectionBudget } from '../../../platform/files/inspection-budget.ts';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import { type FilePerson, type FileReference, PATHS } from '../company-manifest.ts';
import { referenceKey } from '../placing/new-ids.ts';
import {
  COMPANY_TABLE_NAMES,
  type CompanyTable,
  companyTables,
  isCompanyTable,
  leavingColumns,
} from '../tables/company-tables.ts';
import { findLateColumns } from '../tables/find-late-columns.ts';
import { type NamedId, SameIds } from '../tables/ids.ts';
import type { CompanyFile, FileRow, LineOfFile } from './company-file.ts';
import { readNamed } from './read-named.ts';
import { type PlanFigures, RowCounts } from './row-counts.ts';

/** Evidence of the file whose bytes are in it. */
export interface BroughtFile {
  readonly id: string;
  readonly path: string;
  readonly size: number;
  readonly type: AnyFileType;
  readonly mediaType: string;
}

/** What a file has, once all of it was read. */
export interface JudgedFile {
  readonly people: readonly FilePerson[];
  readonly references: readonly FileReference[];
  /** Who of the file's people takes it in: everybody with their address. */
  readonly selves: ReadonlySet<string>;
  readonly rows: ReadonlyMap<CompanyTable, number>;
  readonly files: readonly BroughtFile[];
  /** Ids of complaints that whoever takes the file in isn't named at, and of all that hangs on them: they stay out. */
  readonly left: ReadonlySet<string>;
  readonly figures: PlanFigures;
  /** The references that rows can't do without, by {@link referenceKey}. */
  readonly needed: ReadonlySet<string>;
}

/** Rows of a file at most. */
const MOST_ROWS = 2_000_000;

const EvidenceRow = z.object({
  id: z.string(),
  path: z.string().optional(),
  sha256: z.string(),
  size: z.int(),
  type: z.enum(EVIDENCE_TYPES),
  media_type: z.string(),
});
const EventRow = z.object({ visibility: z.string(), recorded_by: z.string(), named: z.array(z.string()) });
const CompanyRow = z.object({ id: z.string() });
const PlaceRow = z.object({ id: z.string(), follows_profile: z.boolean() });

/** Who takes a file in, and when. */
interface Taker {
  readonly email: string;
  readonly now: Temporal.Instant;
}

/** Reads a whole file once and looks at all of it; nothing is written. @throws AppError invalid */
export async function judgeCompanyFile(file: CompanyFile, { email, now }: Taker): Promise<JudgedFile> {
  requireKnown(file);
  requireMade(file, now);
  const named = await readNamed(file, email);
  const judging = new Judging(file, named);
  for (const table of COMPANY_TABLE_NAMES) {
    for await (const line of file.rows(table)) judging.add(table, line);
    judging.end(table);
  }
  for (const path of file.paths) {
    // What isn't taken in is no less a part of what was signed.
    if (path === PATHS.people || path === PATHS.catalogue || path.startsWith('data/')) continue;
    for await (const piece of file.read(path)) void piece;
  }
  const outcome = judging.outcome();
  for (const brought of outcome.files) await requireItsType(file, brought, email);
  return { ...named, ...outcome };
}

/** Evidence is what it is recorded as, and does nothing when it is opened, as if it were uploaded (R-company-files-10). */
async function requireItsType(file: CompanyFile, { path, size, type }: BroughtFile, sender: string): Promise<void> {
  const firstBytes = await readBeginning(file.read(path));
  const budget = new InspectionBudget(sender, FILE_BUDGET);
  try {
    const read = () => file.read(path);
    const found = await detectStoredType({ claimed: type, firstBytes, size, read }, budget);
    if (isOfType(type, found.type) && harmFault(found, { mayRunScripts: true }) === undefined) return;
  } finally {
    budget.close();
  }
  throw new AppError('invalid', `${path} is not of an accepted type, or has a password or a program`);
}

async function readBeginning(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  let first = Buffer.alloc(0);
  for await (const piece of bytes) {
    first = Buffer.concat([first, piece.subarray(0, FIRST_BYTES - first.length)]);
    if (first.length === FIRST_BYTES) break;
  }
  return first;
}

/** A newer Anupalan has tables and columns of which this one knows nothing: they would be lost. */
function requireKnown(file: CompanyFile): void {
  const isKnown = file.paths.every((path) => {
    const [, name] = /^data\/(.*)\.jsonl$/.exec(path) ?? [];
    return !path.startsWith('data/') || (name !== undefined && isCompanyTable(name));
  });
  const hasKnownColumns = Object.entries(file.manifest.columns).every(
    ([table, columns]) => isCompanyTable(table) && columns.every((name) => leavingColumns(table).includes(name)),
  );
  if (isKnown && hasKnownColumns) return;
  throw new AppError('invalid', 'The file was made by a newer version of Anupalan: please update this one first');
}

/** Clocks of two installations differ, and the places where they are. */
function requireMade({ manifest }: CompanyFile, now: Temporal.Instant): void {
  if (Temporal.Instant.compare(manifest.made, now.add({ hours: 24 })) <= 0) return;
  throw new AppError('invalid', 'The manifest says that the file was made in the future');
}

/** Minutes by which the clock of a database may be ahead of its server's. */
const AHEAD = { minutes: 60 };

/** Judges the rows as they go by. */
class Judging {
  readonly #file: CompanyFile;
  readonly #selves: ReadonlySet<string>;
  readonly #ids = new SameIds();
  readonly #tables = companyTables(this.#ids);
  readonly #counts = new RowCounts();
  readonly #rows = new Map<CompanyTable, number>();
  readonly #read = new Map<CompanyTable, number>();
  readonly #files: BroughtFile[] = [];
  readonly #left = new Set<string>();
  /** The ids of own acts under which nothing was seen to stand. */
  readonly #emptyActs = new Set<string>();
  /** The ids of rows that others may refer to, by table. */
  readonly #own = new Map<keyof DB, Set<string>>();
  readonly #listed: ReadonlySet<string>;
  readonly #needed = new Set<string>();
  readonly #missing: ReadonlySet<string>;
  /** After it nothing was recorded. */
  readonly #latest: Temporal.Instant;
  #all = 0;

  constructor(file: CompanyFile, { selves, references }: Pick<JudgedFile, 'selves' | 'references'>) {
    this.#file = file;
    this.#selves = selves;
    this.#missing = new Set(file.manifest.missing);
    this.#latest = Temporal.Instant.from(file.manifest.made).add(AHEAD);
    this.#listed = new Set(references.map(({ kind, id }) => referenceKey(kind, id)));
  }

  outcome(): Pick<JudgedFile, 'rows' | 'files' | 'left' | 'figures' | 'needed'> {
    return {
      rows: this.#rows,
      files: this.#files,
      left: this.#left,
      figures: this.#counts.figures,
      needed: this.#needed,
    };
  }

  add(table: CompanyTable, { row, number }: LineOfFile): void {
    if (++this.#all > MOST_ROWS) throw new AppError('invalid', `The file has more than ${MOST_ROWS} rows`);
    this.#read.set(table, (this.#read.get(table) ?? 0) + 1);
    const where = lineOf(table, number);
    this.#ids.named.length = 0;
    const parsed = this.#tables[table].safeParse(row);
    if (!parsed.success) throw unreadable(where, parsed.error);
    const [late] = findLateColumns(table, row, this.#latest);
    if (late !== undefined)
      throw new AppError('invalid', `${where} can't be read (${late}: is after the file was made)`);
    if (this.#isLeft(table, row)) return;
    for (const named of this.#ids.named) this.#judgeId(named, where);
    this.#counts.add(table, row);
    this.#rows.set(table, (this.#rows.get(table) ?? 0) + 1);
    if (table === 'companies') this.#judgeCompany(row, where);
    if (table === 'establishments') this.#judgePlace(row, where);
    if (table === 'evidence') this.#addEvidence(row);
    if (table === 'acts') this.#emptyActs.add(String(row.id));
    if (table === 'compliance_items') this.#emptyActs.delete(String(row.act_id));
  }

  /** @throws AppError invalid for a table that has not as many rows as the manifest says */
  end(table: CompanyTable): void {
    const said = this.#file.manifest.rows[table] ?? 0;
    const read = this.#read.get(table) ?? 0;
    if (said !== read) {
      throw new AppError('invalid', `The file was altered: ${PATHS.table(table)} has ${read} rows, not ${said}`);
    }
    if ((table === 'workspaces' || table === 'companies') && read !== 1) {
      throw new AppError('invalid', `${PATHS.table(table)} has no row`);
    }
    if (table === 'compliance_items' && this.#emptyActs.size > 0) {
      throw new AppError('invalid', `${PATHS.table('acts')} has an act with no obligation of the company`);
    }
  }

  /** A complaint goes to nobody who isn't named at it, and neither does what refers to it (R-company-files-4). */
  #isLeft(table: CompanyTable, row: FileRow): boolean {
    let isLeft = isLeftOut(this.#ids.named, this.#left);
    if (table === 'events') {
      const { visibility, recorded_by, named } = EventRow.parse(row);
      isLeft = visibility !== 'company' && ![recorded_by, ...named].some((id) => this.#selves.has(id));
    }
    if (isLeft) for (const { kind, id } of this.#ids.named) if (kind === 'row') this.#left.add(id);
    return isLeft;
  }

  /** Each id leads to a row of the file, of the right table, or to something that the file names of the catalogue. */
  #judgeId({ kind, id, table }: NamedId, where: string): void {
    if (kind === 'row' && table !== null && REFERRED.has(table)) {
      const own = this.#own.get(table) ?? new Set();
      const isTwice = own.has(id) || this.#listed.has(referenceKey(table === 'acts' ? 'act' : 'item', id));
      if (isTwice) throw new AppError('invalid', `${where} has an id that is there already`);
      this.#own.set(table, own.add(id));
    } else if (kind === 'own') {
      if (table === null || !this.#own.get(table)?.has(id)) throw unknown(where, `a row of ${table}`);
    } else if (kind === 'act' || kind === 'item') {
      if (this.#own.get(kind === 'act' ? 'acts' : 'compliance_items')?.has(id)) return;
      this.#need(kind, id, where);
    } else if (kind === 'field' || kind === 'extension') this.#need(kind, id, where);
  }

  #need(kind: FileReference['kind'], id: string, where: string): void {
    const key = referenceKey(kind, id);
    if (!this.#listed.has(key)) throw unknown(where, REFERENCES[kind]);
    // An extension that isn't here stays out.
    if (kind !== 'extension') this.#needed.add(key);
  }

  #judgeCompany(row: FileRow, where: string): void {
    if (CompanyRow.parse(row).id === this.#file.manifest.company.id) return;
    throw new AppError('invalid', `${where} is not the company of the manifest`);
  }

  /** The place that follows the profile has the company's id (R-applicability-1). */
  #judgePlace(row: FileRow, where: string): void {
    const { id, follows_profile } = PlaceRow.parse(row);
    if (follows_profile === (id === this.#file.manifest.company.id)) return;
    throw new AppError('invalid', `${where} has another id than its place has`);
  }

  #addEvidence(row: FileRow): void {
    const { id, path, sha256, size, type, media_type: mediaType } = EvidenceRow.parse(row);
    if (path === undefined || this.#missing.has(path)) return;
    if (!path.startsWith(`evidence/${id}/`)) throw new AppError('invalid', `${path} is not where its evidence belongs`);
    if (size > MAX_STREAMED_BYTES) throw new AppError('invalid', `${path} is larger than evidence may be`);
    const listed = this.#file.listed(path);
    if (listed.size !== size || `\\x${listed.sha256}` !== sha256) {
      throw new AppError('invalid', `The file was altered: ${path} is not what was recorded of it`);
    }
    this.#files.push({ id, path, size, type, mediaType });
  }
}

/** Tables whose rows others of the file refer to. */
const REFERRED: ReadonlySet<keyof DB> = new Set([
  ...(['establishments', 'acts', 'registrations', 'compliance_items', 'events', 'event_duties'] as const),
  ...(['evidence', 'event_duty_records', 'checks'] as const),
]);

const REFERENCES = {
  act: 'an act',
  item: 'an obligation',
  field: 'a column',
  extension: 'an extension',
} as const satisfies Record<FileReference['kind'], string>;

/** Whether a row is, or refers to, something that stays out. @param named the ids of the row */
export function isLeftOut(named: readonly NamedId[], left: ReadonlySet<string>): boolean {
  return left.size > 0 && named.some(({ kind, id }) => (kind === 'own' || kind === 'past') && left.has(id));
}

function unknown(where: string, what: string): AppError {
  return new AppError('invalid', `${where} names ${what} that the file does not have`);
}

/** Characters of what is said of a fault: names of columns are whatever the file has. */
const MOST_SAID = 200;

export function lineOf(table: CompanyTable, number: number): string {
  return `Line ${number} of ${PATHS.table(table)}`;
}

export function unreadable(where: string, error: z.ZodError): AppError {
  const [issue] = error.issues;
  const said = issue ? ` (${[...issue.path.map(String), issue.message].join(': ').slice(0, MOST_SAID)})` : '';
  return new AppError('invalid', `${where} can't be read${said}`);
}
