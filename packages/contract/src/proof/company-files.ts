import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { success } from '../wire/envelope.ts';
import { file, MAX_COMPANY_FILE_BYTES } from '../wire/files.ts';
import { Id, Instant } from '../wire/primitives.ts';
import { FileAddress, FileToken, PreparedFile } from './prepared-files.ts';

const OneFile = z.object({ id: Id });

export const createCompanyFile = defineCall({
  id: 'createCompanyFile',
  method: 'POST',
  path: '/exports/company',
  noun: 'company-files',
  summary: 'Have a file made of everything the company has, which another Anupalan takes in',
  access: 'company-files.make',
  fresh: 'always',
  answers: { 201: success(PreparedFile) },
});

export const listCompanyFiles = defineCall({
  id: 'listCompanyFiles',
  method: 'GET',
  path: '/exports/company',
  noun: 'company-files',
  summary: 'The files of the whole company that are being made, or were within 24 hours, newest first',
  access: 'company-files.make',
  answers: { 200: success(z.array(PreparedFile)) },
});

export const getCompanyFile = defineCall({
  id: 'getCompanyFile',
  method: 'GET',
  path: '/exports/company/:id',
  noun: 'company-files',
  summary: 'What has become of a file of the whole company',
  access: 'company-files.make',
  params: OneFile,
  answers: { 200: success(PreparedFile) },
});

export const addressCompanyFile = defineCall({
  id: 'addressCompanyFile',
  method: 'POST',
  path: '/exports/company/:id/address',
  noun: 'company-files',
  summary: 'An address from which a file of the whole company can be fetched once, within 60 seconds',
  access: 'company-files.make',
  fresh: 'always',
  params: OneFile,
  answers: { 201: success(FileAddress) },
});

export const fetchCompanyFile = defineCall({
  id: 'fetchCompanyFile',
  method: 'GET',
  path: '/exports/company/files/:token',
  noun: 'company-files',
  summary: 'The file of an address; a Range goes on with a download that broke off',
  access: 'public',
  params: FileToken,
  media: ['application/zip'],
  answers: { 200: z.any(), 206: z.any() },
});

/** Whether a text box of a form is ticked. */
const ticked = z
  .enum(['true', 'false'], { error: 'Please answer true or false' })
  .optional()
  .transform((text) => text === 'true');

const CompanyFileForm = z.object({
  file: file(['zip'], 'Please choose the file of a company', MAX_COMPANY_FILE_BYTES),
  /** Only says what would happen. */
  dryRun: ticked,
  /** Fills the company that the call is about, which has nothing recorded yet; otherwise it becomes one of its own. */
  fill: ticked,
});

/** What a company's file has, and what became of it, or would (R-company-files-6). */
export const TakenIn = z.object({
  /** The company that it is now; null while nothing was taken in. */
  companyId: Id.nullable(),
  companyName: z.string(),
  /** When the file was made. */
  made: Instant,
  /** Whether the same file was taken in by the caller before: nothing is changed then. */
  again: z.boolean(),
  /** Who signed it: this installation; or another one, of which nobody here can say whose it is. */
  signedBy: z.enum(['this', 'another']),
  /** Of the key that signed it, to be compared with that of the installation it came from. */
  fingerprint: z.string(),
  /** The newest seal of the activity in it. */
  head: z.string().nullable(),
  /** Rows by table. */
  rows: z.record(z.string(), z.int()),
  evidence: z.object({ files: z.int(), bytes: z.int() }),
  /** People whom the file names, as drafts: none of them has access. */
  people: z.int(),
  /** Why it can't be taken in; empty when it can. */
  faults: z.array(z.string()),
  /** What stays out, in words. */
  leftOut: z.array(z.string()),
});
export type TakenIn = z.infer<typeof TakenIn>;

export const takeCompanyIn = defineCall({
  id: 'takeCompanyIn',
  method: 'POST',
  path: '/imports/company',
  noun: 'company-files',
  summary: 'Take in the file of a whole company, all of it or nothing; as a dry run it says what would happen',
  access: 'company-files.take-in',
  // By a line of 6 Mbit/s 5 GB come in two hours; a company is moved once in its life.
  upload: { field: 'file', several: false, maxBytes: MAX_COMPANY_FILE_BYTES, streamed: true, minutes: 120 },
  body: CompanyFileForm,
  answers: { 200: success(TakenIn) },
});
