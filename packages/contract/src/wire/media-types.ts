import type { AnyFileType } from './files.ts';

/** Media types by the types of files. */
export const MEDIA_TYPES = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  txt: 'text/plain',
  json: 'application/json',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  heic: 'image/heic',
  xls: 'application/vnd.ms-excel',
  csi: 'text/plain',
  eml: 'message/rfc822',
  msg: 'application/vnd.ms-outlook',
  zip: 'application/zip',
} as const satisfies Readonly<Record<AnyFileType, string>>;

/** A media type of an answer that is a file or a stream. */
export type MediaType =
  | (typeof MEDIA_TYPES)[AnyFileType]
  | 'application/x-ndjson'
  | 'application/atom+xml'
  | 'text/calendar'
  | 'text/event-stream';

/** The media types of some types of files, each once. */
export function mediaOf(types: readonly AnyFileType[]): MediaType[] {
  return [...new Set(types.map((type) => MEDIA_TYPES[type]))];
}
