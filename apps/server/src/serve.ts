import type { Readable } from 'node:stream';
import type { Call } from '@anupalan/contract/wire/call';
import { Failure } from '@anupalan/contract/wire/envelope';
import { isAdministrative } from '@anupalan/domain/permissions';
import { describePermission } from '@anupalan/domain/permissions/describe';
import { scopeOf } from '@anupalan/domain/permissions/scopes';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  preHandlerHookHandler,
  RouteOptions,
} from 'fastify';
import type { z } from 'zod';
import { requireFreshSignIn } from './identity/fresh-sign-in.ts';
import { requireCaller, requireSession } from './identity/read-session.ts';
import { type AdminSecondFactor, requireSecondFactor } from './identity/second-factor.ts';
import { requireCallPermission, requireNamedCompany, type Session } from './identity/sessions.ts';
import { EncodedAnswer } from './platform/answers/kept-answers.ts';
import { Download, StoredDownload } from './platform/files/downloads.ts';
import { withStreamedUpload } from './platform/files/streamed-uploads.ts';
import { withUpload } from './platform/files/uploads.ts';
import { beginUserCall } from './platform/http/user-calls.ts';
import { acceptForm } from './platform/http/validation.ts';
import type { Database } from './platform/postgres/database.ts';
import { violatedForeignKey } from './platform/postgres/database-errors.ts';

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;

type Caller<A extends Call['access']> = A extends 'public' ? null : Session;

/** The input of a call's handler: the parts of the request as the contract parsed them, and who is calling. */
export interface Served<C extends Call> {
  params: Parsed<C['params']>;
  query: Parsed<C['query']>;
  body: Parsed<C['body']>;
  session: Caller<C['access']>;
  request: FastifyRequest;
  reply: FastifyReply;
}

export type Answer<C extends Call> = z.input<C['answers'][keyof C['answers']]>;

/**
 * Serves one call of the contract: session, schema, permission, then the handler; its answer carries the call's own
 * status code. `A` is inferred from the handler, so that an answer's literals stay what the contract asks for.
 * @param options.forNamedUser whether the handler asks `actFor` whose view the call is about. `actFor` also judges the
 * company that the call names; all other calls must name a company of the caller (R-companies-20).
 */
export function serve<const C extends Call, const A extends Answer<C>>(
  app: FastifyInstance,
  database: Database,
  call: C,
  handle: (served: Served<C>) => Promise<A | EncodedAnswer | Download | StoredDownload | Readable>,
  { forNamedUser = false }: { forNamedUser?: boolean } = {},
): void {
  const [status = 200] = Object.keys(call.answers).map(Number);
  app.route({
    method: call.method,
    url: call.path,
    config: {
      ...(call.faults && { faults: call.faults }),
      ...(call.upload?.minutes !== undefined && { receivedWithinMs: call.upload.minutes * 60_000 }),
    },
    // Forms with files are read and checked by the handler, which keeps them in memory no longer than it must.
    ...(call.upload && { attachValidation: true }),
    // Files are sent uncompressed: most are compressed already, and so their length can be told.
    ...(call.media?.some((type) => !/text|json|xml\b/.test(type)) && { compress: false }),
    schema: {
      operationId: call.id,
      tags: [call.noun],
      summary: call.summary,
      ...describeWho(call),
      ...describeSecurity(call),
      ...(call.params && { params: call.params }),
      ...(call.query && { querystring: call.query }),
      ...(call.body && { body: call.body }),
      ...(call.upload && { consumes: ['multipart/form-data'] }),
      response: { ...describeAnswers(call), default: Failure },
    },
    ...guard(database, call, { forNamedUser }),
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
          ? receiveForm(request, { upload, accept: (fields) => acceptForm(form, fields) }, answerTo)
          : answerTo(request.body);
      const answer = await answering.catch(async (error: unknown) => {
        // A caller who was erased meanwhile, or whose company was deleted, fails by a foreign key, and hears that.
        if (request.session && violatedForeignKey(error) !== null) await requireSession(database, request);
        throw error;
      });
      // A handler that answers with another code of the contract has said so.
      if (reply.statusCode === 200) reply.code(status);
      if (answer instanceof Download || answer instanceof StoredDownload || answer instanceof EncodedAnswer) {
        return answer.prepare(reply);
      }
      return answer;
    },
  });
}

/** Receives a form with files: whole into memory (R-api-47), or its one file into the store (R-api-51). */
function receiveForm<F, T>(
  request: FastifyRequest,
  form: { upload: NonNullable<Call['upload']>; accept: (fields: Record<string, unknown>) => F },
  use: (form: F) => Promise<T>,
): Promise<T> {
  if (!form.upload.streamed) return withUpload(request, form, use);
  return withStreamedUpload(request, { ...form, workspaceId: request.session?.workspaceId ?? null }, use);
}

/**
 * The hooks that let a call through. The session is asked for before the body is read, so that a stranger learns
 * nothing about what a call accepts (R-api-6); at administrators' calls the permission is, too. At all other calls
 * faults of the form are told before a missing permission. Between them the call waits for the caller's others
 * (R-api-19). A sign-in that is too old is told last, so that nobody types a password for a call that is refused anyway
 * (R-accounts-60).
 */
function guard(
  database: Database,
  { access, fresh, beforeSecondFactor }: Call,
  { forNamedUser }: { forNamedUser: boolean },
): Pick<RouteOptions, 'onRequest' | 'preHandler'> {
  if (access === 'public') return {};
  const requireCall = async (request: FastifyRequest, reply: FastifyReply) => {
    request.session = await requireCaller(database, request);
    if (!forNamedUser || request.session.role !== 'admin') requireNamedCompany(request.session);
    await beginUserCall(request, reply, request.session.impersonatorId ?? request.session.userId);
    if (!beforeSecondFactor) requireSecondFactor(request.server, request.session);
  };
  const requirePermission = hookOf(({ session }) => requireCallPermission(session, access));
  const requireFresh = fresh === 'always' ? [hookOf(({ session }) => requireFreshness(session))] : [];
  return isAdministrative(access)
    ? { onRequest: [requireCall, requirePermission], preHandler: requireFresh }
    : { onRequest: requireCall, preHandler: [requirePermission, ...requireFresh] };
}

/** A check as a hook that makes no promise, which every call would wait for. */
function hookOf(check: (request: FastifyRequest) => void): onRequestHookHandler & preHandlerHookHandler {
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
    try {
      check(request);
    } catch (refusal) {
      return done(refusal instanceof Error ? refusal : new Error(String(refusal)));
    }
    done();
  };
}

function requireFreshness(session: Session | null): void {
  if (session) requireFreshSignIn(session);
}

/** Who may make a call, in words of the OpenAPI document (R-permissions-5). */
function describeWho({ access, fresh }: Call): { description?: string } {
  if (access === 'public') return {};
  const scope = scopeOf(access);
  const tokens = scope === null ? 'Not for API tokens.' : `API tokens need the scope \`${scope}\`.`;
  return { description: `For ${describePermission(access)}. ${fresh ? `${FRESH[fresh]} ` : ''}${tokens}` };
}

/** The ways to sign in to a call, as the OpenAPI document has them: none, a session, or an API token with its scope. */
function describeSecurity({ access }: Call): { security: Record<string, string[]>[] } {
  if (access === 'public') return { security: [] };
  const scope = scopeOf(access);
  return { security: [{ bearer: [] }, ...(scope === null ? [] : [{ apiToken: [scope] }])] };
}

/** The words of the OpenAPI document for calls that need a fresh sign-in. */
const FRESH: Readonly<Record<NonNullable<Call['fresh']>, string>> = {
  always: 'Needs a sign-in at most 15 minutes old, otherwise 403 with `errors.reauthenticate`.',
  'for-some-inputs': 'Some inputs need a sign-in at most 15 minutes old, otherwise 403 with `errors.reauthenticate`.',
};

/** The answers as the OpenAPI document has them; a file by each of its media types. */
function describeAnswers({ answers, media }: Call): object {
  if (!media) return answers;
  const inMedia = mapValues(answers, (schema) => ({
    content: Object.fromEntries(media.map((type) => [type, { schema }])),
  }));
  // What isn't ready to be sent as a file is answered as JSON.
  return { ...inMedia, ...(answers[202] && { 202: answers[202] }) };
}

function mapValues<T>(answers: Call['answers'], describe: (schema: z.ZodType) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(answers).map(([code, schema]) => [code, describe(schema)]));
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The session; set by the guard of every call that isn't public. */
    session: Session | null;
  }
  interface FastifyInstance {
    /** Whether administrators need a passkey for all calls but those that lead to one (R-passkeys-12). */
    adminSecondFactor: AdminSecondFactor;
  }
}
