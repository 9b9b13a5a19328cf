import { waitAside } from '../../../platform/admission/admit-calls.ts';
import { GatewayError } from './gateway.ts';

export interface CashfreeSettings {
  readonly appId: string;
  readonly secretKey: string;
  readonly mode: 'sandbox' | 'production';
  readonly apiUrl: string | undefined;
}

export interface CashfreeCall {
  /** The words for this call in messages: "creating an order". */
  readonly doing: string;
  /** The parts of the path under the base address; each is escaped. */
  readonly path: readonly string[];
  /** What is posted, with the key by which Cashfree recognizes it when it comes again. Without it the call is a GET. */
  readonly post?: { readonly body: object; readonly idempotencyKey: string };
  readonly signal: AbortSignal;
}

/** An answer of any status. `body` is its JSON; undefined when it is none. */
export interface CashfreeAnswer {
  readonly status: number;
  readonly body: unknown;
}

export type CashfreeClient = (call: CashfreeCall) => Promise<CashfreeAnswer>;

const BASE_URLS = { sandbox: 'https://sandbox.cashfree.com/pg', production: 'https://api.cashfree.com/pg' };

/** The version of Cashfree's API whose calls are sent and whose answers are read. */
const API_VERSION = '2026-01-01';

/** Bytes of an answer that are read at most; usual ones have some 2 KB. */
const READ_AT_MOST = 1024 * 1024;

/**
 * Opens a client of Cashfree's documented calls (https://www.cashfree.com/docs/api-reference). It follows no redirect,
 * and waits as long as the call's signal says. Its failures are `GatewayError`s that name neither what was sent nor its
 * credentials.
 */
export function openCashfreeClient({ appId, secretKey, mode, apiUrl }: CashfreeSettings): CashfreeClient {
  const baseUrl = (apiUrl ?? BASE_URLS[mode]).replace(/\/+$/, '');
  const credentials = { 'x-api-version': API_VERSION, 'x-client-id': appId, 'x-client-secret': secretKey };

  return async ({ doing, path, post, signal }) => {
    const url = [baseUrl, ...path.map(encodeURIComponent)].join('/');
    const posted = post && {
      method: 'POST',
      headers: { ...credentials, 'content-type': 'application/json', 'x-idempotency-key': post.idempotencyKey },
      body: JSON.stringify(post.body),
    };
    try {
      return await waitAside(async () => {
        const response = await fetch(url, { headers: credentials, ...posted, redirect: 'manual', signal });
        return { status: response.status, body: await readJson(response) };
      });
    } catch (error) {
      throw new GatewayError(`Cashfree, ${doing}: ${signal.aborted ? 'no answer in time' : nameFault(error)}`);
    }
  };
}

/** @throws RangeError when the answer has more bytes than are read */
async function readJson({ body }: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > READ_AT_MOST) throw new RangeError('The answer is too large');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return undefined;
  }
}

/** The code of a failed connection. Other messages are not told: they may quote what was sent. */
function nameFault(error: unknown): string {
  if (error instanceof RangeError) return 'the answer is too large';
  const { cause } = error as { cause?: { code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : 'it failed';
}
