import { createHash } from 'node:crypto';
import { listenLive } from '@anupalan/contract/live';
import type { Call } from '@anupalan/contract/wire/call';
import { Failure } from '@anupalan/contract/wire/envelope';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { startTestApp, type TestApp } from '../apps/server/test/harness.ts';
import type { Person } from '../apps/server/test/people.ts';
import {
  addCaller,
  addForeigner,
  type Caller,
  type FuzzRole,
  fillCatalogue,
  listKnown,
  ROLES,
  takePrint,
} from './fuzz-world.ts';
import { listCalls, nameCall } from './list-calls.ts';
import { makeParts, writeRequest } from './make-request.ts';

/*
 * Every call of the contract, by everybody, with requests that are made up from its schemas: no answer is a 5xx or
 * outside the schema, and nothing of somebody else's changes. `FUZZ_SEED` and `FUZZ_REQUESTS` repeat or prolong it.
 */

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_122);

/** Requests by one caller, after which the others' rows are compared. */
const TURN = 50;

/** The stream of updates never ends, so it has tests of its own. */
const ENDLESS = [nameCall(listenLive)];

/** An answer that takes longer than this never comes. */
const PATIENCE_MS = 20_000;

const calls = (await listCalls())
  .filter((call) => !ENDLESS.includes(nameCall(call)))
  .sort((one, other) => shuffle(one).localeCompare(shuffle(other)));

/** As many as take each of the callers once round all calls, unless it is said how many. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? Math.ceil(calls.length / TURN) * TURN * ROLES.length);

const UNLIMITED = { AUTH_ATTEMPTS_PER_IP: '1000000', FORMS_PER_IP: '1000000', CALLS_PER_USER: '1000000' };

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ env: UNLIMITED });
  await fillCatalogue(server);
});

afterAll(() => server.close());

test(
  `${REQUESTS} made-up requests: no 5xx, no answer outside the contract, nothing of others changed`,
  async () => {
    let foreigner = await addForeigner(server);
    for (let turn = 0; turn * TURN < REQUESTS; turn++) {
      const role = ROLES[turn % ROLES.length] ?? 'free';
      const caller = await addCaller(server, role);
      const before = await takePrint(server.services.database.pool, foreigner);
      const done = await takeTurn({ ...caller, role }, foreigner, turn);
      if (role === 'admin') foreigner = await addForeigner(server);
      else
        expect(await takePrint(server.services.database.pool, foreigner), describeTurn(role, turn, done)).toEqual(
          before,
        );
    }
    if (process.env.FUZZ_REQUESTS !== undefined) return;
    for (const role of ROLES) expect(rounds.get(role), role).toBeGreaterThanOrEqual(calls.length);
  },
  24 * 3_600_000,
);

/** The place of a call in an order that depends on the seed alone. */
function shuffle(call: Call): string {
  return createHash('sha256')
    .update(`${SEED} ${nameCall(call)}`)
    .digest('hex');
}

/** Sends the requests of a turn. @returns those that the server took */
async function takeTurn(caller: Caller & { role: FuzzRole }, foreigner: Person, turn: number): Promise<string[]> {
  const { pool } = server.services.database;
  const known = await listKnown(pool, [caller.person, foreigner]);
  const taken: string[] = [];
  let token = await caller.renew();
  for (let index = 0; index < TURN; index++) {
    const number = turn * TURN + index;
    const call = chooseNext(caller.role);
    const request = writeRequest(call, makeParts(call, known, SEED + number), SEED + number);
    const answer = await server.app.inject({
      signal: AbortSignal.timeout(PATIENCE_MS),
      method: call.method,
      ...request,
      headers: {
        ...makeHeaders(SEED + number),
        ...request.headers,
        ...(token && { authorization: `Bearer ${token}` }),
      },
    });
    const story = `request ${number} of seed ${SEED}: ${call.method} ${request.url} ${String(request.payload ?? '').slice(0, 500)}`;
    judge(call, answer, story);
    if (answer.statusCode === 401) token = await caller.renew();
    if (answer.statusCode < 300 && call.method !== 'GET') taken.push(`${call.method} ${request.url}`);
  }
  return taken;
}

const ODD_HEADERS = ['x-company', 'user-agent', 'x-forwarded-for', 'x-forwarded-host', 'cookie', 'if-none-match'];

/** Now and then a header that nobody's program sends; Node.js writes each character of it as a byte. */
function makeHeaders(number: number): Record<string, string> {
  const name = number % 12 === 0 ? ODD_HEADERS[(number / 12) % ODD_HEADERS.length] : undefined;
  const [value = ''] = fc.sample(ODD_BYTES, { seed: number, numRuns: 1 });
  return name ? { [name]: value } : {};
}

const ODD_BYTES = fc.oneof(
  fc.constantFrom('\xed\xa0\x80', '\xff', 'caf\xe9', '\xc3\xa9', 'anupalan-known=%ED%A0%80', 'anupalan-known=%00'),
  fc
    .array(
      fc.integer({ min: 0x20, max: 0xff }).filter((byte) => byte !== 0x7f),
      { maxLength: 20 },
    )
    .map((bytes) => String.fromCharCode(...bytes).trim()),
);

/** How many calls each role has asked. */
const rounds = new Map<FuzzRole, number>();

/** The call whose turn it is: each role goes round all of them, so that no pair is left out. */
function chooseNext(role: FuzzRole): Call {
  const round = rounds.get(role) ?? 0;
  rounds.set(role, round + 1);
  const call = calls[round % calls.length];
  if (!call) throw new Error('The contract has no calls');
  return call;
}

function describeTurn(role: FuzzRole, turn: number, taken: string[]): string {
  return `turn ${turn} of seed ${SEED} by ${role}: ${taken.join(', ')}`;
}

function judge(call: Call, answer: Awaited<ReturnType<TestApp['call']>>, story: string): void {
  const { statusCode } = answer;
  expect(statusCode, `${story} answered ${answer.body}`).toBeLessThan(500);
  const schema: z.ZodType | undefined = call.answers[statusCode];
  if (schema && call.media) return;
  const parsed = (schema ?? Failure).safeParse(answer.body === '' ? null : answer.json());
  expect(parsed.error?.message, `${story} answered ${statusCode} ${answer.body.slice(0, 500)}`).toBeUndefined();
}
