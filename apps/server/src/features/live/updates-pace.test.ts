import { LIVE_BEAT_MS, LIVE_KINDS } from '@anupalan/contract/live';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, type Person } from '../../../test/people.ts';
import { listOpenSessions } from '../../identity/read-session.ts';
import type { LiveStream } from './stream.ts';
import { LiveUpdates } from './updates.ts';

let server: TestApp;
let admin: Person;
let user: Person;
let updates: LiveUpdates;
let announce: (payload: string | null) => void;

beforeAll(async () => {
  server = await startTestApp();
  admin = await addPerson(server.services, { role: 'admin' });
  user = await addPerson(server.services);
});

afterAll(() => server.close());

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  updates = new LiveUpdates({
    database: server.services.database,
    listener: {
      subscribe: (channel, heard) => {
        if (channel === 'live') announce = heard;
        return () => {};
      },
    },
    log: pino({ level: 'silent' }),
  });
});

afterEach(() => {
  updates.close();
  vi.useRealTimers();
});

test('administrators hear at once when it was quiet, then what gathered in each second', async () => {
  const stream = await open(admin);
  const record = () => announce(JSON.stringify({ kind: 'tracker', workspace: user.workspaceId }));
  record();
  expect(readKinds(stream)).toEqual(['tracker']);
  record();
  announce(JSON.stringify({ kind: 'companies', workspace: user.workspaceId }));
  record();
  expect(readKinds(stream)).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(readKinds(stream)).toEqual(['tracker', 'companies']);
  vi.advanceTimersByTime(1_000);
  record();
  expect(readKinds(stream)).toEqual(['tracker']);
});

test.each([
  ['a connection that was away', null],
  ['an announcement of another version', '{"kind":"unheard of"}'],
  ['no JSON', ''],
])('after %s everybody asks for everything again', async (_, payload) => {
  const stream = await open(user);
  announce(payload);
  expect(readKinds(stream)).toEqual(LIVE_KINDS);
});

test('the stream is kept alive, until time ends its session', async () => {
  const stream = await open(user);
  vi.advanceTimersByTime(LIVE_BEAT_MS);
  expect(readText(stream)).toBe(':\n\n');
  const { pool } = server.services.database;
  await pool.query(`update sessions set expires_at = now() where user_id = $1`, [user.userId]);
  const ended = new Promise((resolve) => stream.body.once('end', resolve));
  vi.advanceTimersByTime(LIVE_BEAT_MS);
  stream.body.resume();
  await ended;
  await pool.query(`update sessions set expires_at = now() + interval '1 day' where user_id = $1`, [user.userId]);
});

test('who stops reading is cut', async () => {
  const stream = await open(user);
  for (let count = 0; count < 1_000; count += 1) announce(null);
  expect(stream.body.destroyed).toBe(true);
});

/** Opens a stream, past its first sign of life. */
async function open(person: Person): Promise<LiveStream> {
  const { database } = server.services;
  const { id } = await database.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', person.userId)
    .executeTakeFirstOrThrow();
  const [seen] = await listOpenSessions(database, [id]);
  if (!seen) throw new Error('The session is over');
  const stream = updates.open(seen.session);
  await vi.waitFor(() => expect(stream.companies).not.toBeNull());
  readText(stream);
  return stream;
}

function readKinds(stream: LiveStream): string[] {
  return [...readText(stream).matchAll(/"kind":"(\w+)"/g)].map(([, kind = '']) => kind);
}

function readText({ body }: Pick<LiveStream, 'body'>): string {
  const chunk: Buffer | null = body.read();
  return chunk ? chunk + readText({ body }) : '';
}
