import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson } from '../../../test/people.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

test('a day takes two hundred records; the next changes nothing, other days go on', async () => {
  const { services } = server;
  const item = await addItem(services, { act_id: await addAct(services) });
  const { userId, token } = await addPerson(services, { role: 'premium' });
  const record = (status: string, forDate = '2026-12-15') =>
    server.call({
      method: 'PATCH',
      url: `/api/compliance/data/${item}/status`,
      token,
      payload: { userId, status, forDate },
    });
  await record('done');
  await services.database.pool.query(`
    insert into status_records (workspace_id, compliance_item_id, day, id, status)
    select workspace_id, compliance_item_id, day, uuidv7(), 'done' from status_entries, generate_series(2, 200)`);
  const refused = await record('not-done');
  expect([refused.statusCode, refused.json().message]).toEqual([409, 'This day already has 200 records']);
  const { rows } = await services.database.pool.query('select current_status from status_entries');
  expect(rows).toEqual([{ current_status: 'done' }]);
  expect((await record('done', '2026-12-16')).statusCode).toBe(200);
});
