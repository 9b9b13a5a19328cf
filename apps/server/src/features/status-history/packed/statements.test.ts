import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAct, addItem } from '../../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { addPerson, type Person } from '../../../../test/people.ts';
import { readAsText } from '../../../platform/postgres/prepared-statement.ts';
import { presentStatusEntries, type StatusRow } from '../present.ts';
import { groupByItem } from '../queries.ts';
import { EVERY_ITEM } from '../statements.ts';
import { type PackedRow, unpackEntries } from './present.ts';
import { PACKED } from './statements.ts';

let server: TestApp;
let owner: Person;
let other: Person;
let items: string[];

beforeAll(async () => {
  server = await startTestApp();
  const { services } = server;
  owner = await addPerson(services, { role: 'premium' });
  other = await addPerson(services);
  const act_id = await addAct(services);
  items = [await addItem(services, { act_id }), await addItem(services, { act_id })];
  const users = [owner.userId, other.userId, null];
  const moments = ['2026-03-01 10:00+00', '2026-03-01 10:00:00.5+00', '2026-03-02 11:12:13.123456+00'];
  const notes = ['', 'a "quoted" \\ note,\nof two lines\t\u0001', 'देय तिथि 🙂 \u2028', '["=",""]'];
  let days = 0;
  for (const item of items) {
    for (const user of users) {
      for (const [created, updated] of moments.flatMap((one) => moments.map((another) => [one, another]))) {
        days++;
        const key = [owner.workspaceId, item, `${Temporal.PlainDate.from('2026-01-01').add({ days })}`];
        await server.owner.query(
          `insert into status_entries (workspace_id, compliance_item_id, day, id, user_id, current_status, created_at, updated_at)
           values ($1, $2, $3, $4, $5, 'done', $6, $7)`,
          [...key, randomUUIDv7(), user, created, updated],
        );
        for (let n = 0; n < days % 4; n++) {
          await server.owner.query(
            `insert into status_records (workspace_id, compliance_item_id, day, id, status, note, updated_by, created_at, updated_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
            [
              ...key,
              randomUUIDv7(),
              n === 0 ? 'done' : 'NOTE',
              notes[(days + n) % 4],
              users[(days + n) % 3],
              moments[n],
              updated,
            ],
          );
        }
      }
    }
  }
});

afterAll(() => server.close());

test.each(['free', 'premium'] as const)(
  'to %s: what is packed is what the rows say, in their order',
  async (reader) => {
    const { pool } = server.services.database;
    const values = [owner.workspaceId, '2026-01-01', '2026-12-31'];
    const rows = await readAsText<StatusRow>(pool, { text: EVERY_ITEM.every[reader] }, values);
    const packed = await readAsText<PackedRow>(pool, { text: PACKED[reader] }, values);
    const { byItem, entries, records } = unpackEntries(packed);
    expect(rows.length).toBeGreaterThanOrEqual(54);
    expect(byItem).toEqual(groupByItem(presentStatusEntries(rows)));
    expect(entries).toBe(54);
    expect(records).toBe(rows.filter(({ record_id }) => record_id !== null).length);
  },
);

test('what is packed is of the same plan for a company that the planner knows nothing of', async () => {
  const { rows } = await server.owner.query(
    `explain (format json) ${PACKED.premium}`
      .replaceAll('$1', `'${randomUUIDv7()}'`)
      .replaceAll('$2', `'2026-01-01'`)
      .replaceAll('$3', `'2026-12-31'`),
  );
  expect(JSON.stringify(rows)).not.toContain('Join');
  expect(JSON.stringify(rows)).not.toContain('Nested Loop');
});
