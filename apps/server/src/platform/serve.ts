import type { Readable } from 'node:stream';
import type { Call } from '@anupalan/contract/call';
import { Failure } from '@anupalan/contract/envelope';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Database } from './database.ts';
import { violatedForeignKey } from './database-errors.ts';
import { Download } from './downloads.ts';
import { AppError } from './errors.ts';
import { requireSession, type Session } from './sessions.ts';
import { withUpload } from './uploads.ts';
import { acceptForm } from './validation.ts';

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;

/** What a call's handler gets: the parts of the request as the contract parsed them, and who is calling. */
interface Served<C extends Call> {
  params: Parsed<C['params']>;
  query: Parsed<C['query']>;
  body: Parsed<C['body']>;
  session: C['access'] extends 'public' ? null : Session;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Answer<C extends Call> = z.input<C['answers'][keyof C['answers']]>;

/** JSON that is already text: it is sent as it is, encoded once for its tag, its length and the socket. */
export class JsonText {
  readonly bytes: Buffer;

  constructor(text: string) {
    this.bytes = Buffer.from(text);
  }
}

/**
 * Serves one call of the contract: schema, session, then the handler; its answer carries the call's own status code.
 * `A` is inferred from the handler, so that an answer's literals stay what the contract asks for.
 */
export function serve<const C extends Call, const A extends Answer<C>>(
  app: FastifyInstance,
  database: Database,
  call: C,
  handle: (served: Served<C>) => Promise<A | JsonText | Download | Readable>,
): void {
  const [status = 200] = Object.keys(call.answers).map(Number);
  app.route({
    method: call.method,
    url: call.path,
    ...(call.faults && { config: { faults: call.faults } }),
    // A form with files is read and judged by the handler, which holds it no longer than it must.
    ...(call.upload && { attachValidation: true }),
    // A file has its length, and most are compressed already.
    ...(call.media && call.media !== 'text/csv' && { compress: false }),
    schema: {
      tags: [call.noun],
      summary: call.summary,
      ...(call.access === 'public' ? {} : { security: [{ bearer: [] }] }),
      ...(call.params && { params: call.params }),
      ...(call.query && { querystring: call.query }),
      ...(call.body && { body: call.body }),
      ...(call.upload && { consumes: ['multipart/form-data'] }),
      response: { ...describeAnswers(call), default: Failure },
    },
    // The session comes before the body: a stranger learns nothing about what a call would have accepted.
    onRequest: async (request) => {
      if (call.access === 'public') return;
      request.session = await requireSession(database, request);
      if (call.access === 'administrator' && request.session.role !== 'admin') {
        throw new AppError('forbidden', 'Only administrators can do this');
      }
    },
    handler: async (request, reply) => {
      const { body: form, upload } = call;
      const answerTo = (body: unknown) =>
        // Fastify validated each part with this very call's schemas, which its types can't see here.
        handle({
          params: request.params,
          query: request.query,
          body,
          session: request.session,
          request,
          reply,
        } as unknown as Served<C>);
      const answering =
        form && upload
          ? withUpload(request, upload, (body) => answerTo(acceptForm(form, body)))
          : answerTo(request.body);
      const answer = await answering.catch(async (error: unknown) => {
        // Whoever was erased while calling has nothing that their records could point to.
        if (request.session && violatedForeignKey(error) !== null) await requireSession(database, request);
        throw error;
      });
      reply.code(status);
      if (answer instanceof Download) return answer.prepare(reply);
      if (!(answer instanceof JsonText)) return answer;
      reply.type('application/json; charset=utf-8');
      return answer.bytes;
    },
  });
}

/** As the OpenAPI document has them: a file by its own media type, all else as JSON. */
function describeAnswers({ answers, media }: Call): object {
  if (!media) return answers;
  return Object.fromEntries(
    Object.entries(answers).map(([code, schema]) => [code, { content: { [media]: { schema } } }]),
  );
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard of every call that isn't public. */
    session: Session | null;
  }
}
