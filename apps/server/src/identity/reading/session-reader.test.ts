import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, type Person } from '../../../test/people.ts';
import { digestToken } from '../secrets.ts';
import { SessionReader } from './session-reader.ts';
import { type OwnSessionRow, sessionStatements } from './session-statements.ts';

const ALONE = 'session-by-token';
const TOGETHER = 'sessions-by-tokens';

let server: TestApp;
let people: Person[];
let reader: SessionReader<OwnSessionRow>;

beforeAll(async () => {
  server = await startTestApp();
  people = [];
  for (let n = 0; n < 3; n++) people.push(await addPerson(server.services));
});

beforeEach(() => {
  reader = new SessionReader(server.services.database.pool, sessionStatements(undefined).own);
});

afterAll(() => server.close());

const digestOf = ({ token }: Pick<Person, 'token'>) => digestToken(token).toString('hex');
const read = (person: Pick<Person, 'token'>, id: string | null = null) => reader.read({ digest: digestOf(person), id });

/** What the statements asked for that were sent meanwhile: their names, and of how many sessions. */
async function asked(meanwhile: () => Promise<unknown>): Promise<unknown[]> {
  const query = vi.spyOn(server.services.database.pool, 'query');
  await meanwhile();
  const sent = query.mock.calls.map(([statement]: readonly unknown[]) => {
    const tokens: unknown = Reflect.get(Object(statement), 'values')[0];
    return [Reflect.get(Object(statement), 'name'), Array.isArray(tokens) ? tokens.length : 1];
  });
  query.mockRestore();
  return sent;
}

test('a session is read once for all calls of a round with its token', async () => {
  const [one] = people as [Person];
  expect(
    await asked(async () => {
      const rows = await Promise.all(Array.from({ length: 8 }, () => read(one)));
      expect(rows.map((row) => row?.user_id)).toEqual(rows.map(() => one.userId));
    }),
  ).toEqual([[ALONE, 1]]);
});

test('those of different people are read together, and each call has its own', async () => {
  const [one, two, three] = people as [Person, Person, Person];
  const nobody = { token: 'nobody' };
  expect(
    await asked(async () => {
      const rows = await Promise.all([three, one, nobody, two, one, three].map((person) => read(person)));
      const expected = [three, one, null, two, one, three];
      expect(rows.map((row) => row?.user_id)).toEqual(expected.map((person) => person?.userId));
    }),
  ).toEqual([[TOGETHER, 4]]);
});

test('a call that names another company asks by itself', async () => {
  const [one, two] = people as [Person, Person];
  const another = '00000000-0000-0000-0000-000000000001';
  expect(await asked(() => Promise.all([read(one), read(two), read(one, another), read(one, another)]))).toEqual([
    [TOGETHER, 2],
    [ALONE, 1],
  ]);
});

test('a call reads what was changed before it came, though another is waiting for the same', async () => {
  const person = await addPerson(server.services);
  const { pool } = server.services.database;
  const client = await server.owner.connect();
  await client.query('begin');
  await client.query('lock table sessions in access exclusive mode');
  await client.query('delete from sessions where user_id = $1', [person.userId]);
  expect(
    await asked(async () => {
      const before = read(person);
      await vi.waitFor(() => expect(pool.query).toHaveBeenCalledTimes(1));
      await setImmediate();
      const after = read(person);
      await vi.waitFor(() => expect(pool.query).toHaveBeenCalledTimes(2));
      await client.query('commit');
      await Promise.allSettled([before]);
      expect(await after).toBeUndefined();
    }),
  ).toHaveLength(2);
  client.release();
});

test('more than a hundred are read by several statements', async () => {
  const strangers = Array.from({ length: 101 }, (_, n) => ({ token: `stranger ${n}` }));
  expect(await asked(() => Promise.all(strangers.map((stranger) => read(stranger))))).toEqual([
    [TOGETHER, 100],
    [ALONE, 1],
  ]);
});

test('who waits for a statement that fails hears that, and the next call asks anew', async () => {
  const [one, two] = people as [Person, Person];
  const { pool } = server.services.database;
  const failing = vi.spyOn(pool, 'query').mockRejectedValueOnce(new Error('gone') as never);
  const results = await Promise.allSettled([read(one), read(two), read(one)]);
  failing.mockRestore();
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect((await read(one))?.user_id).toBe(one.userId);
});

describe('among many people, the statement that reads sessions together', () => {
  beforeAll(async () => {
    const { owner } = server;
    await owner.query(
      `insert into users (id, first_name, last_name, primary_email, personal_phone, password_hash, role, status)
       select uuidv7(), 'Asha', 'Rao', n || '@many.example.in', '', '', 'user', 'active' from generate_series(1, 500) n`,
    );
    await owner.query(
      `insert into sessions (token_hash, id, user_id, device, expires_at)
       select sha256(users.id::text::bytea), uuidv7(), users.id, '', now() + interval '1 day'
       from users where primary_email like '%@many.example.in'`,
    );
    await owner.query('analyze users, sessions');
  });

  test.each(['known', 'own', 'any'] as const)('%s, finds them by their key', async (kind) => {
    const { text } = sessionStatements(undefined)[kind].together;
    const { rows } = await server.owner.query({ text: `explain (generic_plan) ${text}`, rowMode: 'array' });
    const plan = rows.flat().join('\n');
    expect(plan).toMatch(/sessions_pkey[\s\S]*Index Cond: \(token_hash = ANY/);
    expect(plan).not.toContain('Seq Scan on sessions');
  });
});
