import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent, request as ask } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress, isPublicName } from './public-address.ts';
import { type ResolveName, resolveName } from './resolve-name.ts';

/** Milliseconds of a call in all: resolving, connecting, sending and the whole answer. */
const PATIENCE = 7_000;

/** Bytes of an answer that are read; the rest is left where it is. */
const READ_AT_MOST = 100 * 1024;

/** Why there is no answer. */
export const OUTBOUND_FAULTS = ['address', 'name', 'time', 'certificate', 'connection'] as const;
export type OutboundFault = (typeof OUTBOUND_FAULTS)[number];

export interface OutboundCall {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** What an address answered, by its first 100 KB; or why it didn't. `ms` is what it took. */
export type Outcome =
  | { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer; readonly ms: number }
  | { readonly fault: OutboundFault; readonly ms: number };

/** Calls addresses that customers name. */
export interface Outbound {
  /** Posts to an address, once, and follows no redirect. It never throws. */
  post(call: OutboundCall): Promise<Outcome>;
  /** Whether an address may be called as things are now; a name that can't be resolved now may be later. */
  isAllowed(address: string): Promise<boolean>;
}

/** What tests put in the place of the internet. */
interface Internet {
  readonly resolve?: ResolveName;
  /** The certificates of authorities to trust; those of the runtime unless given. */
  readonly ca?: string;
  /** Where the sockets to judged addresses go: there. */
  readonly route?: (addresses: readonly string[]) => { readonly addresses: readonly string[]; readonly port: number };
  readonly patience?: number;
}

const HTTPS_PORT = 443;

/**
 * The one client for addresses that somebody else chose (R-webhooks-4): https on its own port alone, every address of
 * the name public, the socket connected to an address that was judged, and the certificate checked by the name. So a
 * name that changes its answer leads nowhere else. No setting and no variable relaxes it.
 */
export function createOutbound({ resolve = resolveName, ca, route = directly, patience = PATIENCE }: Internet = {}) {
  const findAddresses = async (url: URL): Promise<readonly string[] | 'address'> => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host)) return isPublicAddress(host) ? [host] : 'address';
    if (!isPublicName(host)) return 'address';
    const addresses = await resolve(host);
    return addresses.every(isPublicAddress) ? addresses : 'address';
  };

  const post = async (call: OutboundCall, signal: AbortSignal): Promise<Omit<Answered, 'ms'> | OutboundFault> => {
    const url = parseAddress(call.address);
    if (!url) return 'address';
    const found = await Promise.race([findAddresses(url), whenAborted(signal)]);
    if (found === 'address') return found;
    if (found.length === 0) return 'name';
    const { addresses, port } = route(found);
    // Its own agent knows no proxy, and keeps no connection that another address could be asked by.
    const agent = new Agent({ keepAlive: false, maxCachedSessions: 0 });
    const sent = ask(url, {
      method: 'POST',
      agent,
      port,
      signal,
      lookup: answerWith(addresses),
      rejectUnauthorized: true,
      ...(ca !== undefined && { ca }),
      headers: { ...call.headers, 'Accept-Encoding': 'identity', 'Content-Length': Buffer.byteLength(call.body) },
    });
    try {
      return await readAnswer(sent.end(call.body));
    } finally {
      sent.destroy();
      agent.destroy();
    }
  };

  return {
    post: async (call) => {
      const began = performance.now();
      const timeout = AbortSignal.timeout(patience);
      const outcome = await post(call, timeout).catch((error: unknown) => faultOf(error, timeout));
      const ms = Math.round(performance.now() - began);
      return typeof outcome === 'string' ? { fault: outcome, ms } : { ...outcome, ms };
    },
    isAllowed: async (address) => {
      const url = parseAddress(address);
      return url !== null && (await findAddresses(url).catch(() => [])) !== 'address';
    },
  } satisfies Outbound;
}

type Answered = Extract<Outcome, { status: number }>;

function directly(addresses: readonly string[]) {
  return { addresses, port: HTTPS_PORT };
}

/** The address as a URL; null for another scheme or port, and with a user or password in it. */
function parseAddress(address: string): URL | null {
  const url = URL.parse(address);
  return url?.protocol === 'https:' && url.port === '' && !url.username && !url.password ? url : null;
}

/** Answers the socket's question for the name with the addresses that were judged, and asks nobody again. */
function answerWith(addresses: readonly string[]): LookupFunction {
  const judged = addresses.map((address) => ({ address, family: isIP(address) }));
  const [first] = judged;
  return (_name, { all }, answer) => {
    if (all) answer(null, judged);
    else answer(null, first?.address ?? '', first?.family);
  };
}

function readAnswer(sent: ReturnType<typeof ask>): Promise<Omit<Answered, 'ms'>> {
  const { promise, resolve, reject } = Promise.withResolvers<Omit<Answered, 'ms'>>();
  sent.once('response', (answer) => {
    readBody(answer).then((body) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }), reject);
  });
  sent.on('error', reject);
  return promise;
}

async function readBody(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= READ_AT_MOST) break;
  }
  return Buffer.concat(chunks).subarray(0, READ_AT_MOST);
}

function whenAborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return promise;
}

function faultOf(error: unknown, timeout: AbortSignal): OutboundFault {
  if (timeout.aborted) return 'time';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /CERT|SELF_SIGNED|ISSUER|ALTNAME|SIGNATURE/.test(code) ? 'certificate' : 'connection';
}
