import type { Call } from '@anupalan/contract/wire/call';
import { Failure } from '@anupalan/contract/wire/envelope';
import type { z } from 'zod';
import { nextTask } from '../next-task.ts';
import { expireSession, readToken } from '../session/token.ts';
import { askPassword } from './ask-password.ts';
import { type Asker, COMPANY_HEADER, companyOfCall, toHeader } from './call-company.ts';
import { bodyOf, dropEarlyAnswers, type EarlyAnswer, parseJson, takeEarlyAnswer } from './early-calls.ts';
import { keptAnswers } from './kept-answers.ts';
import { noteRetryAfter } from './retry-after.ts';

const UNREACHABLE = 'Unable to connect to the server. Please try again later.';
export const UNREADABLE = 'Server returned an invalid response';

/** Characters of an answer from which on its reading is cut into tasks, so that it keeps no press waiting. */
const LARGE = 200_000;

type Part<C extends Call, Name extends 'params' | 'query' | 'body'> =
  C[Name] extends z.ZodType<unknown, infer Input>
    ? undefined extends Input
      ? { [key in Name]?: Input }
      : Record<never, never> extends Input
        ? { [key in Name]?: Input }
        : { [key in Name]: Input }
    : { [key in Name]?: never };

/** Input of a call, with the messages for failures without the server's words. */
export type Request<C extends Call> = Part<C, 'params'> &
  Part<C, 'query'> &
  Part<C, 'body'> &
  Words & {
    signal?: AbortSignal;
    /** Token of another session than the present one. */
    token?: string;
    /** Company that the call is about, where it isn't the tab's; '' is the person's default one. */
    company?: string;
  };

/**
 * Messages for a failure without the server's words (R-pages-14): no connection, or an answer that breaks the contract.
 */
interface Words {
  failed?: string;
  /** Message in place of `failed` for an unreadable success; `body` is undefined when it isn't JSON. */
  unreadable?: string | ((body: unknown) => string);
}

/** Envelope of a call's answer. */
export type Answer<C extends Call> = z.output<C['answers'][keyof C['answers'] & number]>;

/** Failed call. `status` is 0 without a connection; `faults` are messages by field of the payload (R-api-3). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly faults: Readonly<Record<string, string>>;

  constructor(status: number, message: string, faults: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.faults = faults;
  }
}

/** Call that was given up because the user did not confirm their password; nothing is said of it (R-accounts-61). */
class CancelledCall extends ApiError {
  constructor() {
    super(403, '');
  }
}

export function isCancelled(error: Error | null): boolean {
  return error instanceof CancelledCall;
}

/**
 * Makes a call of the contract and resolves to its envelope, validated. Throws `ApiError`; an abort by `signal` throws
 * the signal's reason. A 401 ends the session, except on the calls that answer it to say "wrong password" or that the
 * session itself starts with (R-accounts-37). A call that needs a fresh sign-in asks for the password and goes on
 * (R-accounts-61).
 */
export async function request<const C extends Call>(
  call: C,
  ...[input]: Record<never, never> extends Request<C> ? [input?: Request<C>] : [input: Request<C>]
): Promise<Answer<C>> {
  return await requestWith(call, input);
}

/** {@link request} for a caller that is generic over calls. */
export async function requestWith<const C extends Call>(call: C, input: Request<C> | undefined): Promise<Answer<C>> {
  const asker = { token: input?.token ?? readToken(), company: input?.company ?? companyOfCall(call) };
  return await afterPassword(call, async () =>
    call.method === 'GET' ? await read(call, asker, input) : await change(call, asker, input),
  );
}

async function change<const C extends Call>(call: C, asker: Asker, input?: Request<C>): Promise<Answer<C>> {
  const response = await send(call, asker, input);
  return checkAnswer(call, asker.token, { status: response.status, body: await readJson(response) }, input);
}

/** Makes a call, once more after the password when it needs a fresh sign-in. */
async function afterPassword<Data>(call: Call, make: () => Promise<Data>): Promise<Data> {
  try {
    return await make();
  } catch (error) {
    const confirmed = needsPassword(call, error) ? await askPassword() : null;
    if (confirmed === null) throw error;
    if (!confirmed) throw new CancelledCall();
    return await make();
  }
}

/** Answer of a reading call. What is kept of an earlier one stands in when the server says that it holds (R-api-7). */
async function read<const C extends Call>(call: C, asker: Asker, input?: Request<C>): Promise<Answer<C>> {
  const { signal, ...sent }: Loose = input ?? {};
  const address = addressOf(call, sent);
  const kept = keptAnswers.find(asker, address, call);
  const early = kept ? null : await takeEarlyAnswer(asker, address);
  signal?.throwIfAborted();
  const received = early ?? (await receive(call, asker, { ...input, ...(kept && { tag: kept.tag }) }));
  const { status, tag, text } = received;
  // Checked when it was kept, by the schema of this call.
  if (kept && status === 304) return kept.answer as Answer<C>;
  const body = bodyOf(received);
  if (text.length > LARGE) await nextTask();
  const answer = checkAnswer(call, asker.token, { status, body }, input);
  if (text.length > LARGE) await nextTask();
  // An answer that comes after its session has ended is not kept.
  if (tag && asker.token === readToken())
    keptAnswers.keep(asker, address, { call, tag, answer, characters: text.length });
  return answer;
}

async function receive(call: Call, asker: Asker, input: Loose): Promise<EarlyAnswer> {
  const response = await send(call, asker, input);
  return { status: response.status, tag: response.headers.get('etag'), text: await readText(response) };
}

function needsPassword({ fresh }: Call, error: unknown): boolean {
  return fresh !== undefined && error instanceof ApiError && error.faults.reauthenticate !== undefined;
}

/** Validated envelope of an answer to a call made with `token`; it throws like {@link request}. */
export function checkAnswer<const C extends Call>(
  call: C,
  token: string | null,
  { status, body }: { status: number; body: unknown },
  { failed, unreadable = failed ?? UNREADABLE }: Words = {},
): Answer<C> {
  if (status < 200 || status > 299) throw endRefused(call, token, toApiError(status, body, failed));
  const answer = answerSchema(call, status)?.safeParse(body);
  if (answer?.success) return answer.data;
  throw new ApiError(status, typeof unreadable === 'string' ? unreadable : unreadable(body));
}

/** Stream of events of a call; it throws like {@link request}, and may break later. */
export async function openStream(call: Call, signal: AbortSignal): Promise<ReadableStream<BufferSource>> {
  const token = readToken();
  const response = await send(call, { token, company: '' }, { signal, accept: 'text/event-stream' });
  if (response.ok && response.body) return response.body;
  throw endRefused(call, token, toApiError(response.status, await readJson(response)));
}

/** Expires the session on a 401, unless it is no longer the one that was sent (R-accounts-37). */
function endRefused(call: Call, token: string | null, failure: ApiError): ApiError {
  if (failure.status === 401 && !isSessionCall(call) && readToken() === token) expireSession();
  return failure;
}

type Loose = {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  signal?: AbortSignal;
  failed?: string;
  accept?: string;
  /** Tag of the answer that is kept. */
  tag?: string;
};

async function send(call: Call, { token, company }: Asker, input: Loose = {}): Promise<Response> {
  if (call.method !== 'GET') dropEarlyAnswers();
  const headers = new Headers({ accept: input.accept ?? 'application/json' });
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (company) headers.set(COMPANY_HEADER, toHeader(company));
  if (input.body !== undefined) headers.set('content-type', 'application/json');
  if (input.tag !== undefined) headers.set('if-none-match', input.tag);
  try {
    const response = await fetch(addressOf(call, input), {
      method: call.method,
      headers,
      credentials: 'same-origin',
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
      ...(input.signal && { signal: input.signal }),
    });
    noteRetryAfter(response);
    return response;
  } catch (error) {
    if (input.signal?.aborted) throw error;
    throw new ApiError(0, input.failed ?? UNREACHABLE);
  }
}

type FileRequest = { params?: unknown; query?: unknown; signal?: AbortSignal; failed: string };

/** File of a call; it throws like {@link request}, also when the transfer breaks off. */
export async function download(call: Call, input: FileRequest): Promise<Blob> {
  const asker = { token: readToken(), company: companyOfCall(call) };
  return await afterPassword(call, () => readFile(call, asker, input));
}

async function readFile(call: Call, asker: Asker, input: FileRequest): Promise<Blob> {
  const response = await send(call, asker, { ...input, accept: '*/*' });
  if (!response.ok)
    throw endRefused(call, asker.token, toApiError(response.status, await readJson(response), input.failed));
  try {
    return await response.blob();
  } catch (error) {
    if (input.signal?.aborted) throw error;
    throw new ApiError(0, input.failed);
  }
}

/** Address of a call below `/api`, with parameters and query; undefined and empty query values are left out. */
export function addressOf(call: Call, input: { params?: unknown; query?: unknown }): string {
  const params = new Map(Object.entries(input.params ?? {}));
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params.get(name))));
  const given = Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `/api${path}?${query}` : `/api${path}`;
}

/** Body as JSON; undefined when it is none, as in the answers of a proxy. */
async function readJson(response: Response): Promise<unknown> {
  return parseJson(await readText(response));
}

/** Body as text; empty when the transfer breaks off. */
async function readText(response: Response): Promise<string> {
  return await response.text().catch(() => '');
}

/** Error from a failure's envelope. `/acts` answers its faults as a list, which becomes the message (R-catalogue-9). */
function toApiError(status: number, body: unknown, failed = UNREACHABLE): ApiError {
  const failure = Failure.safeParse(body);
  if (!failure.success) return new ApiError(status, failed);
  const { message, errors } = failure.data;
  if (!Array.isArray(errors)) return new ApiError(status, message, errors);
  // Faults of the rows of a file are told with the file, where that is shown.
  const texts = errors.filter((fault) => typeof fault === 'string');
  return new ApiError(status, texts.join(', ') || message);
}

function answerSchema<C extends Call>(call: C, status: number): z.ZodType<Answer<C>> | undefined {
  return call.answers[status] as z.ZodType<Answer<C>> | undefined;
}

function isSessionCall(call: Call): boolean {
  return call.path.startsWith('/auth/') || call.path.startsWith('/users/profile');
}
