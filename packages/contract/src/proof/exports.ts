import { STATUSES } from '@anupalan/domain/statuses';
import { z } from 'zod';
import { ACTIVITY_NOUNS } from '../people/activity.ts';
import { defineCall } from '../wire/call.ts';
import { success } from '../wire/envelope.ts';
import { mediaOf } from '../wire/media-types.ts';
import { calendarDay, Id, orNone, State, tidy } from '../wire/primitives.ts';
import { TableFormatSchema } from '../wire/tables.ts';
import { FileAddress, FileToken, PreparedFile } from './prepared-files.ts';

/** The tables that leave (R-exports-2). */
export const EXPORTED_TABLES = ['compliance', 'statuses', 'payments', 'activity'] as const;
export type ExportedTable = (typeof EXPORTED_TABLES)[number];

/** What the register can be narrowed to besides statuses: what is past its day, and what is due within seven days. */
const STANDINGS = ['overdue', 'due-soon'] as const;

/** Whose obligations: those the caller is responsible for, does while somebody is away, or that are nobody's by name. */
const PEOPLE = ['mine', 'my-work', 'not-assigned', 'by-item'] as const;

/** What narrows the tables; each reads its own, as the screen of the table does (R-exports-3). */
export const ExportFilters = z.object({
  /** The first and the last day: of due days, of payments, or of what was done. */
  from: orNone(calendarDay()),
  to: orNone(calendarDay()),
  /** Of the tables of obligations. */
  state: orNone(State),
  act: orNone(z.uuid('Act must be an id')),
  item: orNone(z.uuid('Obligation must be an id')),
  status: orNone(z.enum([...STATUSES, ...STANDINGS], { error: 'Unknown status' })),
  person: orNone(z.enum(PEOPLE, { error: 'Unknown choice of people' })),
  search: orNone(tidy('Please enter text').max(200, 'Please use at most 200 characters')),
  /** Of the activity: who did it, and the noun. */
  by: orNone(z.uuid('Person must be an id')),
  what: orNone(z.enum([...ACTIVITY_NOUNS] as [string, ...string[]], { error: 'Unknown kind of activity' })),
});
export type ExportFilters = z.infer<typeof ExportFilters>;

export const ExportQuery = ExportFilters.extend({ format: TableFormatSchema });
export type ExportQuery = z.infer<typeof ExportQuery>;

const OneFile = z.object({ id: Id });

const TABLE_MEDIA = mediaOf(['pdf', 'xlsx', 'csv']);

export const exportTable = defineCall({
  id: 'exportTable',
  method: 'GET',
  path: '/exports/:table',
  noun: 'exports',
  summary:
    'A table of the company as the caller sees it, as a file; a long one is made by a job and answered as 202 with what becomes of it',
  access: 'exports.make',
  params: z.object({ table: z.enum(EXPORTED_TABLES, { error: 'Not found' }) }),
  query: ExportQuery,
  media: TABLE_MEDIA,
  answers: { 200: z.any(), 202: success(PreparedFile) },
});

export const listExports = defineCall({
  id: 'listExports',
  method: 'GET',
  path: '/exports/prepared',
  noun: 'exports',
  summary: 'The caller’s own long exports of the last 24 hours, newest first (20 at most)',
  access: 'exports.make',
  answers: { 200: success(z.array(PreparedFile)) },
});

export const getExport = defineCall({
  id: 'getExport',
  method: 'GET',
  path: '/exports/prepared/:id',
  noun: 'exports',
  summary: 'What has become of one of the caller’s own long exports',
  access: 'exports.make',
  params: OneFile,
  answers: { 200: success(PreparedFile) },
});

export const addressExport = defineCall({
  id: 'addressExport',
  method: 'POST',
  path: '/exports/prepared/:id/address',
  noun: 'exports',
  summary: 'An address from which one of the caller’s own long exports can be fetched once, within 60 seconds',
  access: 'exports.make',
  params: OneFile,
  answers: { 201: success(FileAddress) },
});

export const fetchExport = defineCall({
  id: 'fetchExport',
  method: 'GET',
  path: '/exports/files/:token',
  noun: 'exports',
  summary: 'The file of an address; a Range goes on with a download that broke off',
  access: 'public',
  params: FileToken,
  media: TABLE_MEDIA,
  answers: { 200: z.any(), 206: z.any() },
});
