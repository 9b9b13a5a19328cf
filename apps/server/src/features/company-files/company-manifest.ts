import { z } from 'zod';

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

/** Somebody whom the rows name: with their address and role if they were in the company. */
export const FilePerson = z.strictObject({
  id: z.uuid(),
  firstName: z.string().max(200),
  lastName: z.string().max(200),
  email: z.email().max(254).nullable(),
  role: z.enum(['owner', 'manager', 'member', 'viewer']).nullable(),
});
export type FilePerson = z.infer<typeof FilePerson>;

/** Something of the catalogue that the rows refer to, known elsewhere by its key. */
export const FileReference = z.strictObject({
  kind: z.enum(['act', 'item', 'field', 'extension']),
  id: z.uuid(),
  /** The key of the act, item or field; of an extension that of its item. Null of what an administrator made. */
  key: z.string().nullable(),
  title: z.string(),
  /** Of an extension: the occurrence, and its new day. */
  day: z.string().nullable(),
  newDay: z.string().nullable(),
});
export type FileReference = z.infer<typeof FileReference>;

/** What the manifest of a company's file says, as far as taking it in asks for it. */
export const CompanyManifest = z.looseObject({
  type: z.literal('anupalan.manifest.1'),
  kind: z.string(),
  format: z.string(),
  company: z.object({ id: z.uuid(), name: z.string().min(1).max(200) }),
  chain: z.uuid(),
  made: z.iso.datetime({ precision: null }),
  head: z.string().max(64).nullable(),
  key: z.object({ publicKey: z.string().max(200), fingerprint: z.string().max(64) }),
  signature: z.string().max(200),
  files: z.array(
    z.object({ path: z.string(), size: z.int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
  /** The columns of each table that is in it. */
  columns: z.record(z.string(), z.array(z.string())),
  rows: z.record(z.string(), z.int().nonnegative()),
  missing: z.array(z.string()),
});
export type CompanyManifest = z.infer<typeof CompanyManifest>;
