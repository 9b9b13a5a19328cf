import type { Call } from '@anupalan/contract/call';
import { Failure } from '@anupalan/contract/envelope';
import type { z } from 'zod';
import { expireSession, readToken } from './token.ts';

const UNREACHABLE = 'Unable to connect to the server. Please try again later.';
const UNREADABLE = 'Server returned an invalid response';

type Part<C extends Call, Name extends 'params' | 'query' | 'body'> =
  C[Name] extends z.ZodType<unknown, infer Input>
    ? undefined extends Input
      ? { [key in Name]?: Input }
      : Record<never, never> extends Input
        ? { [key in Name]?: Input }
        : { [key in Name]: Input }
    : { [key in Name]?: never };

/** What a call takes, and what to say when the server's own words are missing. */
export type Request<C extends Call> = Part<C, 'params'> &
  Part<C, 'query'> &
  Part<C, 'body'> &
  Words & {
    signal?: AbortSignal;
    /** Makes the call for another session than the present one. */
    token?: string;
  };

/** What to say when the server's own words are missing. */
interface Words {
  /** For a failure that carries no message: no connection, or an answer that is not the envelope. */
  fallback?: string;
  /** For an answer that reports success and is not what the contract promises; undefined is a body that isn't JSON. */
  mismatch?: string | ((body: unknown) => string);
}

/** What a call answers: the whole envelope. */
export type Answer<C extends Call> = z.output<C['answers'][keyof C['answers'] & number]>;

/** A call that failed. `status` is 0 without a connection; `faults` are messages by field of the payload. */
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

/**
 * Makes a call of the contract and answers its envelope, checked.
 * Throws `ApiError`; an abort by `signal` throws the signal's reason. A 401 ends the session, except on the calls that
 * answer it to say "wrong password" or that the session itself starts with (specification 1, section 8).
 */
export async function request<const C extends Call>(
  call: C,
  ...[input]: Record<never, never> extends Request<C> ? [input?: Request<C>] : [input: Request<C>]
): Promise<Answer<C>> {
  const token = input?.token ?? readToken();
  const response = await send(call, token, input);
  return checkAnswer(call, token, { status: response.status, body: await readJson(response) }, input);
}

/** What was answered to a call made with `token`, as `request` answers or throws it. */
export function checkAnswer<const C extends Call>(
  call: C,
  token: string | null,
  { status, body }: { status: number; body: unknown },
  { fallback, mismatch = UNREADABLE }: Words = {},
): Answer<C> {
  if (status < 200 || status > 299) throw endRefused(call, token, toApiError(status, body, fallback));
  const answer = answerSchema(call, status)?.safeParse(body);
  if (answer?.success) return answer.data;
  throw new ApiError(status, typeof mismatch === 'string' ? mismatch : mismatch(body));
}

/** Makes a call whose answer is a stream of events. Fails as `request` does, and on the way too. */
export async function openStream(call: Call, signal: AbortSignal): Promise<ReadableStream<BufferSource>> {
  const token = readToken();
  const response = await send(call, token, { signal, accept: 'text/event-stream' });
  if (response.ok && response.body) return response.body;
  throw endRefused(call, token, toApiError(response.status, await readJson(response)));
}

/** Ends the session when a failure says that it is over and it is still the one that was sent. */
function endRefused(call: Call, token: string | null, failure: ApiError): ApiError {
  if (failure.status === 401 && !isSessionCall(call) && readToken() === token) expireSession();
  return failure;
}

type Loose = {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  signal?: AbortSignal;
  fallback?: string;
  accept?: string;
};

async function send(call: Call, token: string | null, input: Loose = {}): Promise<Response> {
  const headers = new Headers({ accept: input.accept ?? 'application/json' });
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (input.body !== undefined) headers.set('content-type', 'application/json');
  try {
    return await fetch(addressOf(call, input), {
      method: call.method,
      headers,
      credentials: 'same-origin',
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
      ...(input.signal && { signal: input.signal }),
    });
  } catch (error) {
    if (input.signal?.aborted) throw error;
    throw new ApiError(0, input.fallback ?? UNREACHABLE);
  }
}

type FileRequest = { params?: unknown; query?: unknown; signal?: AbortSignal; fallback: string };

/** Fetches what a call answers as a file. Fails as `request` does, also when it breaks off on the way. */
export async function download(call: Call, input: FileRequest): Promise<Blob> {
  const token = readToken();
  const response = await send(call, token, { ...input, accept: '*/*' });
  if (!response.ok)
    throw endRefused(call, token, toApiError(response.status, await readJson(response), input.fallback));
  try {
    return await response.blob();
  } catch (error) {
    if (input.signal?.aborted) throw error;
    throw new ApiError(0, input.fallback);
  }
}

/** The address of a call below `/api`, parameters and query filled in; undefined query values are left out. */
export function addressOf(call: Call, input: { params?: unknown; query?: unknown }): string {
  const params = new Map(Object.entries(input.params ?? {}));
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params.get(name))));
  const given = Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `/api${path}?${query}` : `/api${path}`;
}

/** Undefined when the body is not JSON, as with the answers of a proxy. */
async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

/** Reads a failure's envelope. `/acts` answers its faults as a list, which becomes the message. */
export function toApiError(status: number, body: unknown, fallback = UNREACHABLE): ApiError {
  const failure = Failure.safeParse(body);
  if (!failure.success) return new ApiError(status, fallback);
  const { message, errors } = failure.data;
  return Array.isArray(errors) ? new ApiError(status, errors.join(', ')) : new ApiError(status, message, errors);
}

function answerSchema<C extends Call>(call: C, status: number): z.ZodType<Answer<C>> | undefined {
  return call.answers[status] as z.ZodType<Answer<C>> | undefined;
}

function isSessionCall(call: Call): boolean {
  return call.path.startsWith('/auth/') || call.path.startsWith('/users/profile');
}
