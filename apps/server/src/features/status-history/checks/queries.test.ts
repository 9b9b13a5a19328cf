import { randomUUIDv7 } from 'node:crypto';
import { type Colleague, mayCheck, WAITING_REASONS, type WaitsFor } from '@anupalan/domain/assignments';
import type { MemberRole } from '@anupalan/domain/members';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson, companyOf, join, type Person } from '../../../../test/people.ts';
import { startTrackedWorld, type TrackedWorld } from '../../../../test/tracked.ts';

const ROLES: readonly MemberRole[] = ['owner', 'manager', 'manager', 'member', 'member'];

let world: TrackedWorld;
let people: Person[];
let company: string;

beforeAll(async () => {
  world = await startTrackedWorld();
  const { services } = world.server;
  const owner = await addPerson(services, { role: 'premium', company: { employeeCount: 20, state: 'Kerala' } });
  people = [owner];
  for (const role of ROLES.slice(1)) {
    const person = await addPerson(services);
    if (role !== 'owner') await join(services, person, owner, { role });
    people.push({ ...person, workspaceId: owner.workspaceId });
  }
  company = await companyOf(services, owner);
});

afterAll(() => world.server.close());

const ids = () => people.map(({ userId }) => userId);

async function queueOf({ token }: Person): Promise<string[]> {
  const answer = await world.server.call({ url: '/api/checks?limit=100', token, headers: { 'x-company': company } });
  return answer.json().data.map(({ _id }: { _id: string }) => _id);
}

const somebody = fc.nat(ROLES.length - 1);

const record = fc.record({
  waits: fc.oneof(
    fc.record({ checker: somebody, reason: fc.constant(null) }),
    fc.record({ checker: fc.constant(null), reason: fc.constantFrom(...WAITING_REASONS) }),
  ),
  author: somebody,
  impersonator: fc.option(somebody),
  inNameOf: somebody,
});

type Made = typeof record extends fc.Arbitrary<infer T> ? T : never;

/** Stores records as they may wait in a company, of a day each. @returns their ids */
async function store(records: readonly Made[]): Promise<string[]> {
  const { owner } = world.server;
  await owner.query('delete from checks');
  const personOf = (n: number | null) => (n === null ? null : ids()[n]);
  const made = records.map((one) => ({ ...one, id: randomUUIDv7() }));
  for (const [n, { id, waits, author, impersonator, inNameOf }] of made.entries()) {
    await owner.query(
      `insert into checks (workspace_id, id, compliance_item_id, day, status, note, made_at, author_id,
         impersonator_id, in_name_of, waits_for, reason)
       values ($1, $2, $3, '2026-01-01'::date + $4::int, 'done', '', now(), $5, $6, $7, $8, $9)`,
      [
        ...[people[0]?.workspaceId, id, world.items.one, n],
        ...[personOf(author), personOf(impersonator), personOf(inNameOf), personOf(waits.checker), waits.reason],
      ],
    );
  }
  return made.map(({ id }) => id);
}

test('everybody’s queue has what they may check by the rules, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { minLength: 1, maxLength: 12 }),
      fc.uniqueArray(somebody),
      async (records, away) => {
        const stored = await store(records);
        await world.server.owner.query(
          `update users set away_from = case when id = any($1) then '2026-11-01'::date end,
             away_to = case when id = any($1) then '2026-11-30'::date end where id = any($2)`,
          [away.map((n) => ids()[n]), ids()],
        );
        const colleagues = ids().map(
          (userId, n): Colleague => ({ userId, role: ROLES[n] ?? 'member', isAway: away.includes(n) }),
        );
        for (const [n, person] of people.entries()) {
          const one = colleagues[n];
          if (!one) throw new Error('Nobody');
          const expected = records.flatMap(({ waits, author, impersonator, inNameOf }, index) => {
            const by = [author, impersonator ?? author, inNameOf].map((made) => ids()[made] ?? '');
            const waitsFor: WaitsFor =
              waits.checker === null ? waits : { checker: ids()[waits.checker] ?? '', reason: null };
            return mayCheck(one, { waits: waitsFor, by }, colleagues) ? [stored[index]] : [];
          });
          expect((await queueOf(person)).toSorted()).toEqual(expected.toSorted());
        }
      },
    ),
    { numRuns: 25 },
  );
});

test('a queue of a thousand is found by the index of what waits', async () => {
  await store([]);
  const client = await world.server.owner.connect();
  // Whether the table was analyzed meanwhile, with hardly a row in it, is chance.
  await client.query('set enable_seqscan = off');
  const { rows } = await client.query(`explain (generic_plan) select * from checks
    where checks.workspace_id = $1 and outcome is null order by made_at, id limit 50`);
  client.release(true);
  expect(JSON.stringify(rows)).toContain('checks_waiting');
});
