import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors/errors.ts';
import { unstorable } from './storable.ts';

/** Refuses calls whose address or headers can't be stored, before anything else of them is looked at (R-api-54). */
export function refuseUnstorableHeads(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    try {
      requireStorableHeaders(request);
      requireStorableAddress(request.url);
    } catch (refusal) {
      return done(refusal instanceof Error ? refusal : new Error(String(refusal)));
    }
    done();
  });
}

/** Node.js gives headers as Latin-1, a character for each byte; it refuses control characters by itself. */
function requireStorableHeaders({ headers, raw: { rawHeaders } }: FastifyRequest): void {
  // Names are ASCII: Node.js refuses others. The raw list has a name before each value, and is as it was sent.
  const bad = rawHeaders.findIndex((text) => !isFineBytes(text));
  if (bad !== -1) throw unstorable((rawHeaders[bad - 1] ?? 'headers').toLowerCase());
  // Cookies of other programs on this host are none of ours, and come however they like.
  const cookies = headers.cookie?.split(/; */) ?? [];
  if (cookies.some((cookie) => OWN_COOKIE.test(cookie) && !isFineEscaped(cookie))) throw unstorable('cookie');
}

const OWN_COOKIE = /^(__Host-)?anupalan-/;

function requireStorableAddress(url: string): void {
  if (!isFineBytes(url)) throw unreadable();
  if (isFineEscaped(url)) return;
  const [path = '', ...rest] = url.split('?');
  if (!isFineEscaped(path)) throw unreadable();
  const [name = ''] =
    rest
      .join('?')
      .split('&')
      .find((pair) => !isFineEscaped(pair))
      ?.split('=') ?? [];
  throw unstorable(/^[\w.[\]-]+$/.test(name) ? name : 'query');
}

function unreadable(): AppError {
  return new AppError('invalid', 'The address could not be read');
}

const BEYOND_ASCII = /[\x80-\xff]/;

/** Whether a text that has a character for each byte is UTF-8. */
function isFineBytes(latin1: string): boolean {
  return !BEYOND_ASCII.test(latin1) || isUtf8(Buffer.from(latin1, 'latin1'));
}

const ESCAPES = /(?:%[0-9a-f]{2})+/gi;

/** Whether the escapes of a text, each run of them together, are UTF-8 without NUL. */
function isFineEscaped(text: string): boolean {
  if (!text.includes('%')) return true;
  return (text.match(ESCAPES) ?? []).every((run) => {
    const bytes = Buffer.from(run.replaceAll('%', ''), 'hex');
    return isUtf8(bytes) && !bytes.includes(0);
  });
}
