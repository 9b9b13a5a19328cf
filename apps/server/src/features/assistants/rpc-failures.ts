import { Failure } from '@anupalan/contract/wire/envelope';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

/** The codes of JSON-RPC 2.0 for an invalid request, and for a server's own errors. */
const INVALID_REQUEST = -32_600;
const OWN_ERROR = -32_000;
const OF_THE_REQUEST: readonly number[] = [400, 413, 415];

/** Statuses of a token that doesn't work or isn't allowed, which every call of the API answers alike (R-api-2). */
const OF_THE_TOKEN: readonly number[] = [401, 403];

/** A failure in the form of the protocol. It names no message, as none was worked on. */
export const RpcFailure = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.null(),
  error: z.object({ code: z.number().int(), message: z.string() }),
});

export function rpcFailure(status: number, message: string): z.infer<typeof RpcFailure> {
  const code = OF_THE_REQUEST.includes(status) ? INVALID_REQUEST : OWN_ERROR;
  return { jsonrpc: '2.0', id: null, error: { code, message } };
}

/** Gives the failures of a message the form that the protocol asks for; what is in that form already stays (R-tokens-9). */
export async function shapeFailures(_request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const { statusCode } = reply;
  if (statusCode < 400 || OF_THE_TOKEN.includes(statusCode) || typeof payload !== 'string') return payload;
  const { data } = Failure.safeParse(JSON.parse(payload));
  return data ? JSON.stringify(rpcFailure(statusCode, data.message)) : payload;
}
