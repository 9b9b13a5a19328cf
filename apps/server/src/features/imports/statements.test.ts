import type { ImportKind } from '@anupalan/contract/imports/imports';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
import type { Person } from '../../../test/people.ts';
import { ImportCalls } from './import-calls.fixture.ts';

let calls: ImportCalls;
let people: Readonly<Record<'premium' | 'admin', Person>>;

const ITEMS = 100;

beforeAll(async () => {
  calls = await ImportCalls.start();
  const { server, people: known } = calls.world;
  people = known;
  const act = await addAct(server.services, { name: 'Provident fund act' });
  for (let n = 0; n < ITEMS; n++) {
    await addItem(server.services, { act_id: act, title: `Return ${n}`, registration: 'esi', frequency: 'daily' });
  }
  const payload = { kind: 'esi', number: '31001234560000999' };
  const added = await server.call({ method: 'POST', url: '/api/registrations', token: people.premium.token, payload });
  expect(added.statusCode).toBe(201);
});

afterEach(() => vi.restoreAllMocks());
afterAll(() => calls.world.server.close());

const HEADS: Readonly<Record<ImportKind, string>> = {
  companies: 'Company,State,Employees,ESI code,Managers',
  statuses: 'Obligation,Due date,Status,Number,Filed on,Amount,Paid on,Registration number',
  own: 'Act,Obligation,Frequency,First due date',
  catalogue: 'Act,Obligation,Frequency,First due date,Minimum employees',
};

const ROWS: Readonly<Record<ImportKind, (n: number) => string>> = {
  companies: (n) => `Mills ${n},Kerala,${n + 1},31001234560000999,boss${n}@example.in`,
  statuses: (n) =>
    `Return ${n},${(n % 28) + 1}/10/2026,Done,N-${n},14/10/2026,${n + 1},14/10/2026,31-00-123456-0000999`,
  own: (n) => `Act ${n},Obligation ${n},Yearly,31/03/2027`,
  catalogue: (n) => `Act ${n},Obligation ${n},Yearly,31/03/2027,${n}`,
};

/** How many statements a dry run of so many rows takes, each about something of its own. */
async function countStatements(kind: ImportKind, rows: number, asked: object = { dryRun: true }): Promise<number> {
  const file = [HEADS[kind], ...Array.from({ length: rows }, (_, n) => ROWS[kind](n))];
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const who = kind === 'catalogue' ? people.admin : people.premium;
  const { counts } = await calls.sendWell(who, kind, file, asked);
  const statements = query.mock.calls.length;
  query.mockRestore();
  expect(counts.rows).toBe(rows);
  return statements;
}

test.each(['companies', 'statuses', 'own', 'catalogue'] as const)(
  'a dry run of %s takes as many statements for 100 rows as for 10',
  async (kind) => {
    const least = async (rows: number) =>
      Math.min(await countStatements(kind, rows), await countStatements(kind, rows));
    // The first one reads what is in memory afterwards; what runs beside it now and then isn't its own.
    await countStatements(kind, 10);
    expect(await least(ITEMS)).toBe(await least(10));
  },
);

test('past statuses of registration numbers are written by as many statements for 100 rows as for 10 (R-imports-22)', async () => {
  const write = (rows: number) => countStatements('statuses', rows, { dryRun: false, existing: 'update' });
  const few = await write(10);
  const many = await write(ITEMS);
  // What runs beside it now and then isn't its own; the payments and the activity take theirs by batches as well.
  expect(many - few).toBeLessThan(10);
});
