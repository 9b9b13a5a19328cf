import { email, LIMITS, text } from '@anupalan/contract/wire/primitives';
import { parseMoment } from '@anupalan/domain/calendar-day';
import { MEMBER_ROLES } from '@anupalan/domain/members';
import { z } from 'zod';
import { Day, Key } from '../../platform/files/file-values.ts';
import { Uuid } from './tables/ids.ts';

/** The format of a company's file (docs/topics/company-files.md); another one has another number. */
export const COMPANY_FORMAT = 'anupalan.company.1';

/** Where things lie in a company's file. */
export const PATHS = {
  manifest: 'manifest.json',
  readMe: 'READ ME.txt',
  people: 'people.jsonl',
  catalogue: 'catalogue.jsonl',
  activity: 'proof/activity.jsonl',
  table: (name: string) => `data/${name}.jsonl`,
} as const;

/** A name that may be empty, as erased people's is. */
const Name = text('is no name', { min: 0, max: 2 * LIMITS.name });

/** Somebody whom the rows name: with their address and role if they were in the company. */
export const FilePerson = z.strictObject({
  id: Uuid,
  firstName: Name,
  lastName: Name,
  email: email().nullable(),
  role: z.enum(MEMBER_ROLES).nullable(),
});
export type FilePerson = z.infer<typeof FilePerson>;

/** Something of the catalogue that the rows refer to, known elsewhere by its key. */
export const FileReference = z.strictObject({
  kind: z.enum(['act', 'item', 'field', 'extension']),
  id: Uuid,
  /** The key of the act, item or field; of an extension that of its item. Null of what an administrator made. */
  key: Key.max(100).nullable(),
  title: z.string().max(LIMITS.url),
  /** Of an extension: the occurrence, and its new day. */
  day: Day.nullable(),
  newDay: Day.nullable(),
});
export type FileReference = z.infer<typeof FileReference>;

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Base64 = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9+/]*={0,2}$/);

/** A path in the archive. */
const Path = z.string().min(1).max(LIMITS.url);

/** Files of an archive at most. */
const MOST_FILES = 300_000;

/** Tables, and columns of one. */
const MOST_NAMED = 200;

const TableName = z.string().max(LIMITS.name);

/** What the manifest of a company's file says, as far as taking it in asks for it. */
export const CompanyManifest = z.looseObject({
  type: z.literal('anupalan.manifest.1'),
  kind: z.string(),
  format: z.string(),
  company: z.object({ id: Uuid, name: text('is no name', { max: LIMITS.line }) }),
  chain: Uuid,
  made: z.iso.datetime({ precision: null }).refine((made) => parseMoment(made) !== null),
  head: Hash.nullable(),
  key: z.object({ publicKey: Base64, fingerprint: Hash }),
  signature: Base64,
  files: z.array(z.object({ path: Path, size: z.int().nonnegative(), sha256: Hash })).max(MOST_FILES),
  /** The columns of each table that is in it. */
  columns: z.record(TableName, z.array(TableName).max(MOST_NAMED)).refine(isShort),
  rows: z.record(TableName, z.int().nonnegative()).refine(isShort),
  missing: z.array(Path).max(MOST_FILES),
});
export type CompanyManifest = z.infer<typeof CompanyManifest>;

function isShort(tables: object): boolean {
  return Object.keys(tables).length <= MOST_NAMED;
}
