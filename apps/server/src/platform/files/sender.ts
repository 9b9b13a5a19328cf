import type { FastifyRequest } from 'fastify';
import { addressKeys } from '../http/callers/addresses.ts';

/** The sender of a form: an account, or a stranger by the networks of their address. */
export interface Sender {
  readonly isStranger: boolean;
  /** Keys under which memory and time of processor are counted: the account, or each network of the address. */
  readonly keys: readonly string[];
}

/** The sender of a request. A person counts by their account, wherever they send from (R-api-47). */
export function senderOf(request: FastifyRequest): Sender {
  return request.caller
    ? { isStranger: false, keys: [request.caller] }
    : { isStranger: true, keys: addressKeys(request.ip) };
}
