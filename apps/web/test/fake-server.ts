import { readEvidenceRoom } from '@anupalan/contract/proof/evidence-room';
import type { Call } from '@anupalan/contract/wire/call';
import { onTestFinished, vi } from 'vitest';

/** Call as it travelled. */
export interface Received {
  readonly token: string | null;
  /** Company that it is about, as its header names it; null without one. */
  readonly company: string | null;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

type Answering = (received: Received) => Response | Promise<Response>;

let served = new Map<Call, Answering>();

/** What parts of many screens ask beside what a test is about, as long as the test answers nothing else. */
const BESIDE: ReadonlyMap<Call, Answering> = new Map([[readEvidenceRoom, () => success(null)]]);

/**
 * Answers a call for the rest of the test; a later answering replaces it. @returns the calls received, as they come in
 */
export function serve(call: Call, answering: Answering): Received[] {
  if (served.size === 0) open();
  const all: Received[] = [];
  served.set(call, (received) => {
    all.push(received);
    return answering(received);
  });
  return all;
}

export function success(data: unknown): Response {
  return Response.json({ status: 'success', data });
}

export function acknowledgement(): Response {
  return Response.json({ status: 'success', message: 'Done' });
}

export function failure(status: number, message: string, errors?: Record<string, string>): Response {
  return Response.json({ status: 'error', message, errors }, { status });
}

/** Answering that keeps its caller waiting until `letGo`. */
export function hold(answer: () => Response) {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { answering: () => promise.then(answer), letGo: resolve };
}

function open() {
  vi.stubGlobal('fetch', answer);
  onTestFinished(() => {
    served = new Map();
  });
}

async function answer(address: string, { method, headers, body }: RequestInit & { headers: Headers }) {
  const { pathname, searchParams } = new URL(address, window.location.origin);
  for (const [call, answering] of [...served, ...BESIDE]) {
    const match = call.method === method && toPattern(call).exec(pathname);
    if (match) {
      const token = headers.get('authorization')?.replace('Bearer ', '') ?? null;
      return answering({
        token,
        company: headers.get('x-company'),
        params: { ...match.groups },
        query: Object.fromEntries(searchParams),
        body: typeof body === 'string' ? JSON.parse(body) : null,
      });
    }
  }
  // biome-ignore lint/suspicious/noConsole: it fails the test
  console.error(`Nothing answers ${method} ${pathname}`);
  throw new TypeError('Failed to fetch');
}

function toPattern({ path }: Call): RegExp {
  return new RegExp(`^/api${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
}
