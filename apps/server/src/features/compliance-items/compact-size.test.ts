import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, type Person } from '../../../test/people.ts';
import { addManyDays } from '../../../test/status-entries.ts';
import { loadCatalogue } from '../catalogue/commands-load.ts';
import { readEdition } from '../catalogue/edition.ts';

let server: TestApp;
let person: Person;

beforeAll(async () => {
  server = await startTestApp();
  await loadCatalogue(server.services.database.db, await readEdition());
  person = await addPerson(server.services, { role: 'premium' });
});

afterAll(() => server.close());

/** The bytes of the compact answer for each byte of the full one, uncompressed. */
async function compare(): Promise<number> {
  const sizeOf = async (shape: string) => {
    const response = await server.call({ url: `/api/compliance/data?shape=${shape}`, token: person.token });
    expect(response.json().data).not.toEqual([]);
    return response.rawPayload.length;
  };
  return (await sizeOf('compact')) / (await sizeOf('full'));
}

test('of the shipped catalogue the compact shape is at most half as large (R-api-27)', async () => {
  expect(await compare()).toBeLessThan(0.5);
});

test('and so it is with eight statuses of every item, without notes', async () => {
  const { rows } = await server.owner.query<{ id: string }>('select id from compliance_items');
  const today = new Date().toISOString().slice(0, 10);
  await addManyDays(server, person, { items: rows.map(({ id }) => id), until: today, count: 8 });
  // The times of an update are as the server writes them.
  await server.owner.query(`
    update status_entries set updated_at = record.updated_at, created_at = record.updated_at - interval '1 microsecond'
    from status_records record
    where (record.workspace_id, record.compliance_item_id, record.day)
      = (status_entries.workspace_id, status_entries.compliance_item_id, status_entries.day)`);
  expect(await compare()).toBeLessThan(0.5);
});
