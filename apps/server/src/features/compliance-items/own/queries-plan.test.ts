import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { OwnObligations } from './own-obligations.fixture.ts';

/** Own items of other companies: with so many every plan that reads them all costs more than one by an index. */
const OTHERS = 20_000;

let own: OwnObligations;

beforeAll(async () => {
  own = await OwnObligations.start();
  const { owner } = own.world.server;
  const client = await owner.connect();
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into acts (id, workspace_id, name, state, description)
     select gen_random_uuid(), gen_random_uuid(), 'Own', '-', '-' from generate_series(1, $1)`,
    [OTHERS],
  );
  await client.query(
    `insert into compliance_items (id, workspace_id, act_id, sr_no, title, state, frequency)
     select gen_random_uuid(), workspace_id, id, 1, 'Own', '-', 'never' from acts where workspace_id is not null`,
  );
  client.release(true);
  await own.addWell(own.world.people.premium);
  await owner.query('vacuum analyze acts, compliance_items, compliance_values');
});

afterAll(() => own.world.server.close());

/** The statements that a call runs. */
async function record(url: string, token: string): Promise<{ text: string; values: unknown[] }[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    expect((await own.world.server.call({ url, token })).statusCode).toBe(200);
    return spy.mock.calls.flatMap(([query, values]: readonly unknown[]) => {
      if (typeof query === 'string') return [{ text: query, values: Array.isArray(values) ? values : [] }];
      if (typeof query !== 'object' || query === null || !('text' in query)) return [];
      const { text } = query;
      const given = 'values' in query ? query.values : values;
      return [{ text: String(text), values: Array.isArray(given) ? given : [] }];
    });
  } finally {
    spy.mockRestore();
  }
}

test.each([
  ['/api/compliance/data', 'premium'],
  ['/api/compliance/data', 'admin'],
  ['/api/acts', 'premium'],
  ['/api/registrations', 'premium'],
] as const)('%s of %s reads nothing of what other companies have of their own', async (url, who) => {
  const { owner } = own.world.server;
  await owner.query('update compliance_fields set name = name');
  const statements = (await record(url, own.world.people[who].token)).filter(({ text }) =>
    /\b(acts|compliance_items)\b/.test(text),
  );
  expect(statements.length).toBeGreaterThan(0);
  for (const { text, values } of statements) {
    const { rows } = await owner.query(`explain ${text}`, values);
    const plan = rows.map((row) => String(row['QUERY PLAN'])).join('\n');
    expect(plan, text).not.toMatch(/Seq Scan on (acts|compliance_items)/);
  }
});
