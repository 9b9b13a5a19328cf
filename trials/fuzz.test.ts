import { createHash } from 'node:crypto';
import { listenLive } from '@anupalan/contract/live';
import type { Call } from '@anupalan/contract/wire/call';
import { Failure } from '@anupalan/contract/wire/envelope';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
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
import { type Known, makeUp } from './make-up.ts';

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
    const request = makeRequest(call, known, SEED + number);
    const answer = await server.app.inject({
      signal: AbortSignal.timeout(PATIENCE_MS),
      method: call.method,
      ...request,
      headers: { ...request.headers, ...(token && { authorization: `Bearer ${token}` }) },
    });
    const story = `request ${number} of seed ${SEED}: ${call.method} ${request.url} ${String(request.payload ?? '').slice(0, 500)}`;
    judge(call, answer, story);
    if (answer.statusCode === 401) token = await caller.renew();
    if (answer.statusCode < 300 && call.method !== 'GET') taken.push(`${call.method} ${request.url}`);
  }
  return taken;
}

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

interface MadeUp {
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
}

function makeRequest(call: Call, known: Known, seed: number): MadeUp {
  const sample = (schema: Call['body']) =>
    schema ? fc.sample(makeUp(schema, known, call.path), { seed, numRuns: 1 })[0] : undefined;
  const params = toTexts(sample(call.params));
  const path = call.path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params.get(name) || 'x'));
  const query = new URLSearchParams([...toTexts(sample(call.query))]).toString();
  const url = `/api${path}${query && `?${query}`}`;
  const body = sample(call.body);
  if (!call.body) return { url, headers: {} };
  if (call.upload) return { url, ...makeForm(toTexts(body), call.upload.field, seed) };
  return { url, headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body ?? null) };
}

function toTexts(value: unknown): Map<string, string> {
  if (typeof value !== 'object' || value === null) return new Map();
  return new Map(
    Object.entries(value).map(([key, entry]) => [
      key,
      (typeof entry === 'string' ? entry : JSON.stringify(entry)).toWellFormed(),
    ]),
  );
}

const FILES = ['%PDF-1.7\n%%EOF', 'PK\u0003\u0004', 'a,b\n1,2\n', '', 'MZ\u0000'];

function makeForm(fields: Map<string, string>, field: string, seed: number): Pick<MadeUp, 'headers' | 'payload'> {
  const boundary = `fuzz-${seed}`;
  const part = (disposition: string, content: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
  const name = ['a.pdf', 'b.docx', 'c.csv', 'd.exe', '../e.pdf'][seed % 5];
  const texts = [...fields].map(([key, value]) => part(`name="${encodeURIComponent(key)}"`, value));
  const file = part(
    `name="${field}"; filename="${name}"\r\nContent-Type: application/octet-stream`,
    FILES[seed % FILES.length] ?? '',
  );
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.from(`${texts.join('')}${file}--${boundary}--\r\n`),
  };
}

function judge(call: Call, answer: Awaited<ReturnType<TestApp['call']>>, story: string): void {
  const { statusCode } = answer;
  expect(statusCode, `${story} answered ${answer.body}`).toBeLessThan(500);
  const schema = schemaOf(call, statusCode);
  if (schema && call.media) return;
  const parsed = (schema ?? Failure).safeParse(answer.body === '' ? null : answer.json());
  expect(parsed.error?.message, `${story} answered ${statusCode} ${answer.body.slice(0, 500)}`).toBeUndefined();
}

/** The schema of an answer; one in any of its shapes is as good. */
function schemaOf({ answers, shapes }: Call, statusCode: number): z.ZodType | undefined {
  const schema = answers[statusCode];
  return schema && shapes ? z.union([schema, ...Object.values(shapes)]) : schema;
}
