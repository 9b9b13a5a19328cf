import { isUtf8 } from 'node:buffer';
import type { FileType } from '@anupalan/contract/wire/files';
import type { FastifyReply } from 'fastify';

const MEDIA_TYPES: Readonly<Record<FileType, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
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
