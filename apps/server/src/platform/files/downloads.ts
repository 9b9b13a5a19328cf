import { isUtf8 } from 'node:buffer';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { AnyFileType, FileType } from '@anupalan/contract/wire/files';
import type { FastifyReply } from 'fastify';
import type { FileStore, Range } from './store/file-store.ts';

/** The media types by the types of files. */
export const MEDIA_TYPES: Readonly<Record<AnyFileType, string>> = {
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
};

/** A file that a call answers with: it is saved under its own name and never shown on our pages (R-api-18). */
export class Download {
  readonly #file: { readonly name: string; readonly type: FileType; readonly content: Buffer };

  constructor(file: { name: string; type: FileType; content: Buffer }) {
    this.#file = file;
  }

  /** Sets the headers. @returns the bytes. */
  prepare(reply: FastifyReply): Buffer {
    const { name, type, content } = this.#file;
    reply.type(describeType(type, content)).header('Content-Disposition', describeAttachment(name));
    return content;
  }
}

/**
 * A file of the store that a call answers with, or a range of it, as {@link Download}; it goes out piece by piece, as
 * fast as the reader takes it.
 */
export class StoredDownload {
  readonly #file: { readonly name: string; readonly mediaType: string };
  readonly #bytes: Readable;
  readonly #length: number;

  private constructor(file: { name: string; mediaType: string }, bytes: Readable, length: number) {
    this.#file = file;
    this.#bytes = bytes;
    this.#length = length;
  }

  /** Begins to read, so that a file that can't be had is answered as such. @throws AppError as `files.read` */
  static async open(
    files: FileStore,
    file: { id: string; name: string; mediaType: string; size: number },
    range: Range = { start: 0, end: file.size - 1 },
  ): Promise<StoredDownload> {
    const bytes = Readable.from(files.read(file.id, range), { objectMode: false, highWaterMark: 0 });
    await once(bytes, 'readable');
    return new StoredDownload(file, bytes, range.end - range.start + 1);
  }

  /** Sets the headers. @returns the bytes. */
  prepare(reply: FastifyReply): Readable {
    const { name, mediaType } = this.#file;
    reply
      .type(mediaType === 'text/plain' ? 'text/plain; charset=utf-8' : mediaType)
      .header('Content-Disposition', describeAttachment(name))
      .header('Content-Length', this.#length);
    return this.#bytes;
  }
}

/** The media type, of text with its charset: spreadsheets save CSV as UTF-8 or in the code page of Windows. */
function describeType(type: FileType, content: Buffer): string {
  const mediaType = MEDIA_TYPES[type];
  return mediaType.startsWith('text/')
    ? `${mediaType}; charset=${isUtf8(content) ? 'utf-8' : 'windows-1252'}`
    : mediaType;
}

/** The header (RFC 6266): the name in ASCII for the oldest clients, and as it is (RFC 8187) for all others. */
function describeAttachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
