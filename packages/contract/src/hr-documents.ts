import { z } from 'zod';
import { defineCall } from './call.ts';
import { Acknowledgement, success } from './envelope.ts';
import { FILE_TYPES, file, MAX_FILE_BYTES } from './files.ts';
import { Id, Instant, LIMITS, optionalText, text } from './primitives.ts';

/** The list goes out whole, so it is capped. */
export const MAX_HR_DOCUMENTS = 500;

export const HrDocument = z.object({
  _id: Id,
  title: z.string(),
  /** Empty when none was given. */
  description: z.string(),
  fileName: z.string(),
  fileType: z.enum(FILE_TYPES),
  /** In bytes. */
  fileSize: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type HrDocument = z.infer<typeof HrDocument>;

const Title = text('Title is required', { max: LIMITS.line });

export const NewHrDocument = z.object({
  title: Title,
  description: optionalText(LIMITS.note),
  file: file(FILE_TYPES, 'File is required'),
});
export type NewHrDocument = z.infer<typeof NewHrDocument>;

/** A description that is left out stays as it is; an empty one is removed. */
export const HrDocumentChanges = NewHrDocument.omit({ file: true });
export type HrDocumentChanges = z.infer<typeof HrDocumentChanges>;

export const listHrDocuments = defineCall({
  method: 'GET',
  path: '/hr-format',
  noun: 'hr-documents',
  summary: 'Every HR document, newest first, as a bare array',
  access: 'signed-in',
  answers: { 200: z.array(HrDocument) },
});

export const uploadHrDocument = defineCall({
  method: 'POST',
  path: '/hr-format/upload',
  noun: 'hr-documents',
  summary: 'Add an HR document; answers the bare document',
  access: 'administrator',
  upload: { field: 'file', several: false, maxBytes: MAX_FILE_BYTES },
  body: NewHrDocument,
  answers: { 201: HrDocument },
});

export const downloadHrDocument = defineCall({
  method: 'GET',
  path: '/hr-format/download/:id',
  noun: 'hr-documents',
  summary: 'The file of an HR document; premium users and administrators only',
  access: 'signed-in',
  params: z.object({ id: Id }),
  media: 'application/octet-stream',
  answers: { 200: z.file() },
});

export const updateHrDocument = defineCall({
  method: 'PATCH',
  path: '/hr-format/:id',
  noun: 'hr-documents',
  summary: 'Change the title and the description of an HR document',
  access: 'administrator',
  params: z.object({ id: Id }),
  body: HrDocumentChanges,
  answers: { 200: success(HrDocument) },
});

export const deleteHrDocument = defineCall({
  method: 'DELETE',
  path: '/hr-format/:id',
  noun: 'hr-documents',
  summary: 'Delete an HR document with its file',
  access: 'administrator',
  params: z.object({ id: Id }),
  answers: { 200: Acknowledgement },
});
