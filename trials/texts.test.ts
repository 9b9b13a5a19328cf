import { listenLive } from '@anupalan/contract/live';
import type { Call } from '@anupalan/contract/wire/call';
import { Failure } from '@anupalan/contract/wire/envelope';
import { UNSTORABLE } from '@anupalan/contract/wire/stored-text';
import { isAdministrative } from '@anupalan/domain/permissions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../apps/server/test/harness.ts';
import { addCaller, type Caller, fillCatalogue, listKnown } from './fuzz-world.ts';
import { listCalls, nameCall } from './list-calls.ts';
import { makeParts, type Parts, writeForm, writeRequest } from './make-request.ts';
import { type Known, UNSTORABLE_TEXTS, UNTIDY_TEXTS } from './make-up.ts';

/* Each text of each call in turn, with what can't be stored and with what is stored otherwise than it is typed. */

const UNLIMITED = { AUTH_ATTEMPTS_PER_IP: '1000000', FORMS_PER_IP: '1000000', CALLS_PER_USER: '1000000' };

const calls = (await listCalls()).filter((call) => nameCall(call) !== nameCall(listenLive));

let server: TestApp;
let callers: Record<'admin' | 'premium', Caller>;
let known: Known;

beforeAll(async () => {
  server = await startTestApp({ env: UNLIMITED });
  await fillCatalogue(server);
  callers = { admin: await addCaller(server, 'admin'), premium: await addCaller(server, 'premium') };
  known = await listKnown(server.services.database.pool, [callers.admin.person, callers.premium.person]);
});

afterAll(() => server.close());

test.each(calls.map((call) => [nameCall(call), call]))(
  '%s: a text or a key that can’t be stored is 400 with the field’s name',
  async (_, call) => {
    for (const [field, parts] of withOddTexts(call, UNSTORABLE_TEXTS, true)) {
      const answer = await send(call, parts);
      const story = `${field} of ${JSON.stringify(parts)}: ${answer.body}`;
      expect([answer.statusCode, Failure.safeParse(answer.json()).success], story).toEqual([400, true]);
      // A path has no fields.
      if (field === null) continue;
      const errors = call.faults === 'list' ? [UNSTORABLE] : { [field]: UNSTORABLE };
      expect(answer.json(), story).toEqual({ status: 'error', message: `${field} ${UNSTORABLE}`, errors });
    }
  },
);

test.each(calls.map((call) => [nameCall(call), call]))('%s: an untidy text is never a 5xx', async (_, call) => {
  for (const [, parts] of withOddTexts(call, UNTIDY_TEXTS, false)) {
    expect((await send(call, parts)).statusCode).toBeLessThan(500);
  }
});

const uploads = calls.filter(({ upload }) => upload !== undefined);

test.each(uploads.map((call) => [nameCall(call), call]))(
  '%s: a name of a file that can’t be stored is 400',
  async (_, call) => {
    const field = call.upload?.field ?? '';
    for (const text of UNSTORABLE_TEXTS) {
      const request = {
        ...writeRequest(call, makeParts(call, known, 0), 0),
        ...writeForm(new Map(), field, 0, `${text}.pdf`),
      };
      const answer = await inject(call, request);
      expect([answer.statusCode, answer.json().errors]).toEqual([400, { [field]: UNSTORABLE }]);
    }
  },
);

async function send(call: Call, parts: Parts) {
  return inject(call, writeRequest(call, parts, 0));
}

async function inject(call: Call, request: ReturnType<typeof writeRequest>) {
  const isForAdministrators = call.access !== 'public' && isAdministrative(call.access);
  const token = (await callers[isForAdministrators ? 'admin' : 'premium'].renew()) ?? '';
  return server.app.inject({
    method: call.method,
    ...request,
    headers: { ...request.headers, authorization: `Bearer ${token}` },
  });
}

/**
 * The requests of a call of which one text, or one key, is odd, with the field that has it; null is the path. Each text
 * of the schema is in one of a few made-up requests.
 */
function* withOddTexts(call: Call, texts: readonly string[], keys: boolean): Generator<[string | null, Parts]> {
  const seen = new Set<string>();
  let turn = 0;
  for (let seed = 1; seed <= 8; seed++) {
    const parts = makeParts(call, known, seed);
    for (const part of ['params', 'query', 'body'] as const) {
      for (const path of placesIn(parts[part])) {
        // What is inside a field of a form or an address is written as JSON there, which has escapes.
        if (path.length > 1 && (part !== 'body' || call.upload)) continue;
        const place = [part, ...path.map((step) => (typeof step === 'number' ? '*' : step))].join('.');
        if (seen.has(place)) continue;
        seen.add(place);
        const text = texts[turn++ % texts.length] ?? '';
        const field = part === 'params' ? null : String(path[0] ?? '');
        yield [field, { ...parts, [part]: replaceAt(parts[part], path, text) }];
        // Forms and addresses have no keys inside.
        if (keys && part === 'body' && !call.upload && path.length > 1) {
          yield [field, { ...parts, body: replaceAt(parts.body, path.slice(0, -1), { [text]: 1 }) }];
        }
      }
    }
    if (keys && call.body && !call.upload)
      yield ['odd', { ...parts, body: { odd: { [texts[seed % texts.length] ?? '']: 1 } } }];
  }
}

type Path = readonly (string | number)[];

/** Where texts are in a value. */
function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return path.length > 0 ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) =>
    placesIn(entry, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

function replaceAt(value: unknown, [step, ...rest]: Path, text: unknown): unknown {
  if (step === undefined) return text;
  if (Array.isArray(value)) return value.with(Number(step), replaceAt(value[Number(step)], rest, text));
  const object: Record<string, unknown> = { ...(typeof value === 'object' ? value : {}) };
  return { ...object, [step]: replaceAt(object[step], rest, text) };
}
