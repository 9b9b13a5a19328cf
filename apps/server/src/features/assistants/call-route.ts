import type { Call } from '@anupalan/contract/wire/call';
import { Failure } from '@anupalan/contract/wire/envelope';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Session } from '../../identity/sessions.ts';
import { waitAside } from '../../platform/admission/admit-calls.ts';

/** Who calls a tool: by whose token, from where. */
export interface ToolCaller {
  readonly app: FastifyInstance;
  readonly session: Session;
  /** The bearer, with which the tool's calls are made as if its owner made them. */
  readonly bearer: string;
  readonly address: string;
  readonly today: Temporal.PlainDate;
  readonly log: FastifyBaseLogger;
}

/** The reason why a tool's call was refused, for the assistant to read. */
export class ToolRefusal extends Error {}

export type Arguments = Readonly<Record<string, unknown>>;

/**
 * Makes a call of the contract for a tool by the very route that serves everybody (R-tokens-9): permission, checking and
 * what is recorded are those of the person. Arguments go where the call has them: into its path, query or body. The
 * tool's own call gives its place to it, so that tools that wait don't fill the room that they wait for.
 * @throws ToolRefusal with the words of the refusal
 */
export async function callRoute(caller: ToolCaller, call: Call, given: Arguments = {}): Promise<unknown> {
  const { app, bearer, address } = caller;
  const query = new URLSearchParams(partOf(call.query, given).map(([name, value]) => [name, asText(value)]));
  const path = fillPath(call, given);
  const answer = await waitAside(() =>
    app.inject({
      method: call.method,
      url: `/api${path}?${query}`,
      headers: { authorization: `Bearer ${bearer}` },
      remoteAddress: address,
      ...(call.body && { payload: Object.fromEntries(partOf(call.body, given)) }),
    }),
  );
  const body: unknown = answer.json();
  if (answer.statusCode < 400) return body;
  const { message, errors = {} } = Failure.parse(body);
  const others = Object.entries(errors).filter(([, fault]) => fault !== message);
  throw new ToolRefusal([message, ...others.map(([field, fault]) => `${field}: ${fault}`)].join('\n'));
}

/**
 * The path of a call with its ids, each of which is what the call's own schema takes: nothing else becomes a part of an
 * address, where `.` or an empty one would be another address.
 * @throws ToolRefusal as the call itself would refuse them (R-api-8)
 */
function fillPath({ path, params }: Call, given: Arguments): string {
  if (!params) return path;
  const { data, success } = params.safeParse(Object.fromEntries(partOf(params, given)));
  if (!success) throw new ToolRefusal('Not found');
  const ids = new Map(Object.entries(z.record(z.string(), z.string()).parse(data)));
  return path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const id = ids.get(name) ?? '';
    if (/^\.{0,2}$/.test(id)) throw new ToolRefusal('Not found');
    return encodeURIComponent(id);
  });
}

/** The arguments that a part of a call takes. */
function partOf(part: Call['query'], given: Arguments): [string, unknown][] {
  const names = new Set(part ? fieldsOf(part) : []);
  return Object.entries(given).filter(([name, value]) => names.has(name) && value !== undefined);
}

/** The names of the fields of a part of a call. */
export function fieldsOf(part: NonNullable<Call['query']>): string[] {
  return 'shape' in part && typeof part.shape === 'object' && part.shape !== null ? Object.keys(part.shape) : [];
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
