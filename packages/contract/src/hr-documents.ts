import { z } from 'zod';
import { defineCall } from './wire/call.ts';
import { Acknowledgement, success } from './wire/envelope.ts';
import { FILE_TYPES, file, MAX_FILE_BYTES } from './wire/files.ts';
import { mediaOf } from './wire/media-types.ts';
import { Id, Instant, LIMITS, optionalParagraphs, text } from './wire/primitives.ts';

/** Documents in the list at most, because it goes out whole (R-hr-documents-7). */
export const MAX_HR_DOCUMENTS = 500;

export const HrDocument = z.object({
  _id: Id,
  title: z.string(),
  /** The description; empty when none was given. */
  description: z.string(),
  fileName: z.string(),
  fileType: z.enum(FILE_TYPES),
  /** The size in bytes. */
  fileSize: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type HrDocument = z.infer<typeof HrDocument>;

const Title = text('Title is required', { max: LIMITS.line });

export const NewHrDocument = z.object({
  title: Title,
  description: optionalParagraphs(LIMITS.note),
  file: file(FILE_TYPES, 'File is required'),
});
export type NewHrDocument = z.infer<typeof NewHrDocument>;

/** The changes of a document; a description that is left out stays as it is, an empty one is removed. */
export const HrDocumentChanges = NewHrDocument.omit({ file: true });
export type HrDocumentChanges = z.infer<typeof HrDocumentChanges>;

export const listHrDocuments = defineCall({
  id: 'listHrDocuments',
  method: 'GET',
  path: '/hr-format',
  noun: 'hr-documents',
  summary: 'Every HR document, newest first, as a bare array',
  access: 'hr-documents.list',
  answers: { 200: z.array(HrDocument) },
});

export const uploadHrDocument = defineCall({
  id: 'uploadHrDocument',
  method: 'POST',
  path: '/hr-format/upload',
  noun: 'hr-documents',
  summary: 'Add an HR document; answers the bare document',
  access: 'hr-documents.manage',
  upload: { field: 'file', several: false, maxBytes: MAX_FILE_BYTES },
  body: NewHrDocument,
  answers: { 201: HrDocument },
});

export const downloadHrDocument = defineCall({
  id: 'downloadHrDocument',
  method: 'GET',
  path: '/hr-format/download/:id',
  noun: 'hr-documents',
  summary: 'The file of an HR document; premium users and administrators only',
  access: 'hr-documents.download',
  params: z.object({ id: Id }),
  media: mediaOf(FILE_TYPES),
  answers: { 200: z.file() },
});

export const updateHrDocument = defineCall({
  id: 'updateHrDocument',
  method: 'PATCH',
  path: '/hr-format/:id',
  noun: 'hr-documents',
  summary: 'Change the title and the description of an HR document',
  access: 'hr-documents.manage',
  params: z.object({ id: Id }),
  body: HrDocumentChanges,
  answers: { 200: success(HrDocument) },
});

export const deleteHrDocument = defineCall({
  id: 'deleteHrDocument',
  method: 'DELETE',
  path: '/hr-format/:id',
  noun: 'hr-documents',
  summary: 'Delete an HR document with its file',
  access: 'hr-documents.manage',
  params: z.object({ id: Id }),
  answers: { 200: Acknowledgement },
});
