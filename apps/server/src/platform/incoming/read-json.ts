import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { requireStorable, unstorable } from './storable.ts';

/** NUL and halves of surrogate pairs come in valid UTF-8 by these escapes alone; other texts needn't be looked through. */
const SUSPECT = /\\u(?:0000|d[89a-f])/i;

/** What a decoder puts in the place of bytes that are no UTF-8. */
const REPLACEMENT = '\ufffd';

/**
 * Reads JSON, the only body beside forms that is read; some clients announce it with every call, also with a DELETE that
 * has no body. This is the one place where it is asked to be storable, keys among it (R-api-54).
 */
export function readJson(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (request.method === 'DELETE' && bytes.length === 0) return done(null);
    const text = bytes.toString();
    parse(request, text, (error, body) => {
      if (error) return done(error);
      try {
        if (!isUtf8(bytes)) refuseMalformed(body);
        if (SUSPECT.test(text)) requireStorable(body);
      } catch (refusal) {
        return done(refusal instanceof Error ? refusal : new Error(String(refusal)));
      }
      done(null, body);
    });
  });
}

/** @throws AppError invalid, with the name of a field that the decoder had to mend */
function refuseMalformed(body: unknown): never {
  requireStorable(body, (text) => !text.includes(REPLACEMENT));
  throw unstorable('body');
}
