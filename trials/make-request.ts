import type { Call } from '@anupalan/contract/wire/call';
import fc from 'fast-check';
import { type Known, makeUp } from './make-up.ts';

/** A request as it goes out. */
export interface MadeUp {
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
}

/** The parts of a request before they are written as an address and a body. */
export interface Parts {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** The parts of a request to a call, made up from its schemas; the same for the same seed. */
export function makeParts(call: Call, known: Known, seed: number): Parts {
  const sample = (schema: Call['body']) =>
    schema ? fc.sample(makeUp(schema, known, call.path), { seed, numRuns: 1 })[0] : undefined;
  return { params: sample(call.params), query: sample(call.query), body: sample(call.body) };
}

/** Writes a request: the parameters into its path, the query behind it, the body as JSON or as a form with a file. */
export function writeRequest(call: Call, { params, query, body }: Parts, seed: number): MadeUp {
  const inPath = toTexts(params);
  const path = call.path.replaceAll(/:(\w+)/g, (_all, name: string) =>
    escapeText(inPath.get(name)?.replace(/^\.+$/, '') || 'x'),
  );
  const pairs = [...toTexts(query)].map(([name, value]) => `${escapeText(name)}=${escapeText(value)}`);
  const url = `/api${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
  if (!call.body) return { url, headers: {} };
  if (call.upload) return { url, ...writeForm(toTexts(body), call.upload.field, seed) };
  return { url, headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body ?? null) };
}

function toTexts(value: unknown): Map<string, string> {
  if (typeof value !== 'object' || value === null) return new Map();
  return new Map(
    Object.entries(value).map(([key, entry]) => [key, typeof entry === 'string' ? entry : JSON.stringify(entry)]),
  );
}

const FILES = ['%PDF-1.7\n%%EOF', 'PK\u0003\u0004', 'a,b\n1,2\n', '', 'MZ\u0000'];

const NAMES = ['a.pdf', 'b.docx', 'c.csv', 'd.exe', '../e.pdf', 'g\u0301.pdf', '\u3000h.pdf', '\ud800.pdf', '\0.pdf'];

/** A form with these fields and one file, as a multipart body. */
export function writeForm(
  fields: Map<string, string>,
  field: string,
  seed: number,
  name = NAMES[seed % NAMES.length] ?? '',
): Pick<MadeUp, 'headers' | 'payload'> {
  const boundary = `fuzz-${seed}`;
  const part = (disposition: string, content: string) =>
    toBytes(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`);
  const texts = [...fields].map(([key, value]) => part(`name="${key.replaceAll(/["\r\n]/g, '_')}"`, value));
  const file = part(
    `name="${field}"; filename="${name}"\r\nContent-Type: application/octet-stream`,
    FILES[seed % FILES.length] ?? '',
  );
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...texts, file, toBytes(`--${boundary}--\r\n`)]),
  };
}

/** A text in UTF-8; half a surrogate pair becomes the three bytes that no UTF-8 has. */
function toBytes(text: string): Buffer {
  const halves = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
  const pieces = text.split(new RegExp(`(${halves.source})`));
  return Buffer.concat(
    pieces.map((piece) => (halves.test(piece) ? halfBytes(piece.charCodeAt(0)) : Buffer.from(piece))),
  );
}

function halfBytes(unit: number): Buffer {
  return Buffer.from([0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)]);
}

/** A text with every byte of its UTF-8 escaped that an address doesn't have. */
function escapeText(text: string): string {
  return [...toBytes(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[\w.~-]/.test(character) ? character : `%${byte.toString(16).padStart(2, '0').toUpperCase()}`;
    })
    .join('');
}
