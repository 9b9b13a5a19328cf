import { ACTIVITY_KINDS } from '@anupalan/contract/people/activity';
import { EVIDENCE_TYPES } from '@anupalan/contract/proof/evidence-files';
import { type AnyFileType, claimedType, isOfType, MAX_STREAMED_BYTES } from '@anupalan/contract/wire/files';
import { z } from 'zod';
import { AppError } from '../../platform/errors/errors.ts';
import { detectStoredType, FIRST_BYTES, harmFault } from '../../platform/files/contents.ts';
import { MEDIA_TYPES } from '../../platform/files/downloads.ts';
import { FILE_BUDGET, InspectionBudget } from '../../platform/files/inspection-budget.ts';
import { cleanFileName } from '../../platform/files/names.ts';
import type { CompanyFile, FileRow } from './company-file.ts';
import { type FilePerson, type FileReference, PATHS } from './company-manifest.ts';
import { hasItsShape } from './has-its-shape.ts';
import type { NamedIds } from './queries-named.ts';
import {
  COMPANY_TABLE_NAMES,
  type CompanyTable,
  columnsOf,
  isCompanyTable,
  leavingColumns,
} from './tables/company-tables.ts';

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
  /** Who of the file's people takes it in; null where nobody has their address. */
  readonly self: string | null;
  readonly rows: ReadonlyMap<CompanyTable, number>;
  readonly files: readonly BroughtFile[];
  /** Ids of complaints that whoever takes the file in isn't named at, and of all that hangs on them: they stay out. */
  readonly left: ReadonlySet<string>;
  readonly ownObligations: number;
  /** Acts and obligations that are the company's own. */
  readonly own: ReadonlySet<string>;
  readonly named: NamedIds;
}

/** Rows of a file at most. */
const MOST_ROWS = 2_000_000;

/** As an upload is taken: of a type that its name says (R-evidence-2). */
const EvidenceRow = z
  .object({
    id: z.uuid(),
    path: z.string().optional(),
    name: z.string(),
    sha256: z.string(),
    size: z.int(),
    type: z.enum(EVIDENCE_TYPES),
    media_type: z.string(),
  })
  .refine((row) => claimedType(cleanFileName(row.name)) === row.type && row.media_type === MEDIA_TYPES[row.type]);
const EventRow = z.object({ id: z.uuid(), visibility: z.string(), recorded_by: z.uuid(), named: z.array(z.uuid()) });
const ActivityRow = z.object({ what: z.enum(ACTIVITY_KINDS) });

/** Reads a whole file once and looks at all of it; nothing is written. @throws AppError invalid */
export async function judgeCompanyFile(file: CompanyFile, email: string): Promise<JudgedFile> {
  requireKnown(file);
  const people = await file.people();
  const references = await file.references();
  const self = people.find((person) => person.email === email)?.id ?? null;
  const judging = new Judging(file, self);
  for (const table of COMPANY_TABLE_NAMES) {
    for await (const row of file.rows(table)) judging.add(table, row);
  }
  for (const path of file.paths) {
    // What isn't taken in is no less a part of what was signed.
    if (path === PATHS.people || path === PATHS.catalogue || path.startsWith('data/')) continue;
    for await (const piece of file.read(path)) void piece;
  }
  const outcome = judging.outcome();
  for (const brought of outcome.files) await requireItsType(file, brought, email);
  return { people, references, self, ...outcome };
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

/** Counts and notes the rows as they go by. */
class Judging {
  readonly #file: CompanyFile;
  readonly #self: string | null;
  readonly #rows = new Map<CompanyTable, number>();
  readonly #files: BroughtFile[] = [];
  readonly #left = new Set<string>();
  readonly #own = new Set<string>();
  readonly #named: NamedIds = {
    people: new Set(),
    acts: new Set(),
    items: new Set(),
    fields: new Set(),
    extensions: new Set(),
  };
  #all = 0;
  #ownObligations = 0;

  constructor(file: CompanyFile, self: string | null) {
    this.#file = file;
    this.#self = self;
  }

  outcome(): Omit<JudgedFile, 'people' | 'references' | 'self'> {
    const [rows, files, left, own, named] = [this.#rows, this.#files, this.#left, this.#own, this.#named];
    return { rows, files, left, own, named, ownObligations: this.#ownObligations };
  }

  add(table: CompanyTable, row: FileRow): void {
    if (++this.#all > MOST_ROWS) throw new AppError('invalid', `The file has more than ${MOST_ROWS} rows`);
    requireColumns(table, row);
    if (!hasItsShape(table, row)) throw unreadable(table);
    if (this.#isLeft(table, row)) return;
    this.#rows.set(table, (this.#rows.get(table) ?? 0) + 1);
    this.#note(table, row);
    if (table === 'acts' || table === 'compliance_items') this.#own.add(String(row.id));
    if (table === 'compliance_items' && row.registration_id === null) this.#ownObligations += 1;
    if (table === 'activity' && !ActivityRow.safeParse(row).success) throw unreadable(table);
    if (table === 'evidence') this.#addEvidence(row);
  }

  /** A complaint goes to nobody who isn't named at it, and neither does what refers to it (R-company-files-4). */
  #isLeft(table: CompanyTable, row: FileRow): boolean {
    let isLeft = false;
    if (table === 'events') {
      const event = EventRow.safeParse(row);
      if (!event.success) throw unreadable(table);
      const { visibility, recorded_by, named } = event.data;
      isLeft = visibility !== 'company' && !(this.#self !== null && [recorded_by, ...named].includes(this.#self));
    } else {
      isLeft = isLeftOut(table, row, this.#left);
    }
    if (isLeft && typeof row.id === 'string') this.#left.add(row.id);
    return isLeft;
  }

  #addEvidence(row: FileRow): void {
    const evidence = EvidenceRow.safeParse(row);
    if (!evidence.success) throw unreadable('evidence');
    const { id, path, sha256, size, type, media_type: mediaType } = evidence.data;
    if (path === undefined || this.#file.manifest.missing.includes(path)) return;
    if (size > MAX_STREAMED_BYTES) throw unreadable('evidence');
    const listed = this.#file.listed(path);
    if (listed.size !== size || `\\x${listed.sha256}` !== sha256) {
      throw new AppError('invalid', `The file was altered: ${path} is not what was recorded of it`);
    }
    this.#files.push({ id, path, size, type, mediaType });
  }

  #note(table: CompanyTable, row: FileRow): void {
    for (const [name, kind] of Object.entries(columnsOf(table))) {
      const id = row[name];
      if (typeof id !== 'string') continue;
      if (kind === 'item') this.#named.items.add(id);
      if (kind === 'act') this.#named.acts.add(id);
      if (kind === 'field') this.#named.fields.add(id);
    }
  }
}

/** Whether a row is, or refers to, something that stays out. */
export function isLeftOut(table: CompanyTable, row: FileRow, left: ReadonlySet<string>): boolean {
  if (left.size === 0) return false;
  return Object.entries(columnsOf(table)).some(([name, kind]) => kind === 'id' && left.has(String(row[name])));
}

/** Each row has exactly the columns that the file says its table has. */
function requireColumns(table: CompanyTable, row: FileRow): void {
  const columns = columnsOf(table);
  for (const name of Object.keys(row)) {
    const isColumn = Object.hasOwn(columns, name) && columns[name] !== 'here';
    if (!isColumn && !(table === 'evidence' && name === 'path')) throw unreadable(table);
  }
}

function unreadable(table: string): AppError {
  return new AppError('invalid', `A row of data/${table}.jsonl can't be read`);
}
