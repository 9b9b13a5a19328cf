import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson } from '../../../test/people.ts';
import { readNames } from './queries-people.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

test('somebody whom a file brought along without a last name is named without one', async () => {
  const { workspaceId } = await addPerson(server.services, {
    role: 'premium',
    company: { employeeCount: 20, state: 'Goa' },
  });
  const id = crypto.randomUUID();
  await server.owner.query(
    `insert into imported_people (workspace_id, id, first_name, last_name) values ($1, $2, 'Meera', '')`,
    [workspaceId, id],
  );
  const names = await readNames(server.services.database.db, { workspaceId }, new Set([id]));
  expect(names.get(id)).toBe('Meera (imported)');
});
