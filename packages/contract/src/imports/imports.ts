import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { success } from '../wire/envelope.ts';
import { MAX_TABLE_BYTES, tableFile } from '../wire/files.ts';
import { mediaOf } from '../wire/media-types.ts';
import { asItComes, tidy } from '../wire/primitives.ts';

/** What can be imported from a table (R-imports-1). */
export const IMPORT_KINDS = ['catalogue', 'companies', 'own', 'statuses'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** Faults that one answer tells at most; `faultCount` has how many there are (R-imports-8). */
export const MOST_FAULTS = 2_000;

/** Rows that one answer shows at most: those with faults first (R-imports-8). */
export const MOST_SHOWN = 500;

/** What is done with a row whose thing is there already (R-imports-9). */
export const EXISTING = ['update', 'skip'] as const;

/** Which column of the file holds what: a letter for each key, null for none. */
const ChosenColumns = z.record(
  tidy('Please name a column').max(50),
  z
    .string()
    .regex(/^[A-Z]{1,3}$/)
    .nullable(),
);

/**
 * The form of an import. Without `dryRun` it is the import itself; `columns` is JSON that says which column of the file
 * holds what, where the names don't (R-imports-6).
 */
export const ImportForm = z.object({
  dryRun: z
    .enum(['true', 'false'], { error: 'dryRun must be true or false' })
    .optional()
    .transform((text) => text === 'true'),
  existing: z.enum(EXISTING, { error: 'Please choose whether what is there is updated or skipped' }).default('skip'),
  /** The sheet of a workbook, by its name; the first one that is not hidden otherwise. */
  sheet: asItComes('Please name a sheet').max(200).optional(),
  columns: tidy('Columns must be JSON of keys and letters, such as {"title": "B"}')
    .max(20_000)
    .transform((text, context) => {
      const chosen = ChosenColumns.safeParse(readJson(text));
      if (chosen.success) return chosen.data;
      context.addIssue('Columns must be JSON of keys and letters, such as {"title": "B"}');
      return z.NEVER;
    })
    .optional(),
  file: tableFile('Please choose a file'),
});
export type ImportForm = z.infer<typeof ImportForm>;

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A fault of a file: its row as the spreadsheet counts, the column by its name, and what is expected there. */
export const ImportFault = z.object({ row: z.number().int(), column: z.string(), expected: z.string() });
export type ImportFault = z.infer<typeof ImportFault>;

/** What becomes of a row; nothing is written while any row has a fault. */
export const ROW_OUTCOMES = ['add', 'update', 'skip', 'fault'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

/** What an import did, or would do. */
export const ImportReport = z.object({
  imported: z.boolean(),
  /** The sheet that was read, and those that can be; of a CSV file none. */
  sheet: z.string().nullable(),
  sheets: z.array(z.string()),
  /** The columns of the file, by their letters. */
  headings: z.array(z.object({ letter: z.string(), name: z.string() })),
  /** What the import asks for, and the column of the file that has it; null when none has. */
  columns: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      required: z.boolean(),
      explains: z.string(),
      letter: z.string().nullable(),
    }),
  ),
  counts: z.object({ rows: z.number().int(), add: z.number().int(), update: z.number().int(), skip: z.number().int() }),
  /** The rows with faults, then the first of the others, in the order of the file; cells as texts, in that of columns. */
  rows: z.array(z.object({ row: z.number().int(), outcome: z.enum(ROW_OUTCOMES), cells: z.array(z.string()) })),
  faults: z.array(ImportFault),
  faultCount: z.number().int(),
  /** Of past statuses those skipped as of obligations ruled out where they are from, and here (R-imports-21). */
  ruledOut: z.number().int().optional(),
  /** What is done afterwards: of companies people whom nobody has invited yet. */
  drafts: z.number().int().optional(),
  /** Of past statuses those that wait for their check, as one batch (R-imports-16). */
  waiting: z.number().int().optional(),
});
export type ImportReport = z.infer<typeof ImportReport>;

const upload = { field: 'file', several: false, maxBytes: MAX_TABLE_BYTES, table: true } as const;
const answers = { 200: success(ImportReport) };

export const importCatalogue = defineCall({
  id: 'importCatalogue',
  method: 'POST',
  path: '/imports/catalogue',
  noun: 'imports',
  summary: 'Add and change obligations of the catalogue by an XLSX or CSV file: all of it or nothing',
  access: 'imports.catalogue',
  body: ImportForm,
  upload,
  answers,
});

export const importCompanies = defineCall({
  id: 'importCompanies',
  method: 'POST',
  path: '/imports/companies',
  noun: 'imports',
  summary: 'Add and change companies of the caller with registrations and people by an XLSX or CSV file',
  access: 'imports.companies',
  body: ImportForm,
  upload,
  answers,
});

export const importOwn = defineCall({
  id: 'importOwn',
  method: 'POST',
  path: '/imports/own',
  noun: 'imports',
  summary: "Add and change obligations of the company's own by an XLSX or CSV file: all of it or nothing",
  access: 'imports.own',
  body: ImportForm,
  upload,
  answers,
});

export const importStatuses = defineCall({
  id: 'importStatuses',
  method: 'POST',
  path: '/imports/statuses',
  noun: 'imports',
  summary: 'Record past statuses with days, numbers and amounts by an XLSX or CSV file: all of it or nothing',
  access: 'imports.statuses',
  body: ImportForm,
  upload,
  answers,
});

const TemplateForm = z.object({
  format: z.enum(['xlsx', 'csv'], { error: 'Format must be xlsx or csv' }).default('xlsx'),
});

/** Of obligations: with examples, or with those that are there, to be changed and imported again (R-imports-20). */
const FilledTemplateForm = TemplateForm.extend({
  rows: z.enum(['examples', 'present'], { error: 'Rows must be examples or present' }).default('examples'),
});

const template = {
  method: 'GET',
  noun: 'imports',
  query: TemplateForm,
  media: mediaOf(['xlsx', 'csv']),
  answers: { 200: z.string() },
} as const;

export const readCatalogueTemplate = defineCall({
  id: 'readCatalogueTemplate',
  ...template,
  path: '/imports/catalogue/template',
  summary: 'A table to fill in for the import of obligations of the catalogue, or with those that are there',
  query: FilledTemplateForm,
  access: 'imports.catalogue',
});

export const readCompaniesTemplate = defineCall({
  id: 'readCompaniesTemplate',
  ...template,
  path: '/imports/companies/template',
  summary: 'An empty table to fill in for the import of companies',
  access: 'imports.companies',
});

export const readOwnTemplate = defineCall({
  id: 'readOwnTemplate',
  ...template,
  path: '/imports/own/template',
  summary: 'A table to fill in for the import of own obligations, or with those that are there',
  query: FilledTemplateForm,
  access: 'imports.own',
});

export const readStatusesTemplate = defineCall({
  id: 'readStatusesTemplate',
  ...template,
  path: '/imports/statuses/template',
  summary: 'An empty table to fill in for the import of past statuses',
  access: 'imports.statuses',
});
