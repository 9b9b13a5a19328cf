import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { cleanUpMembers } from './commands-clean-up.ts';
import { addColleague, listActivity, listRoles, openCompany } from './company.fixture.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

test('a viewer whose last day is over is in the company no more, which its activity says', async () => {
  const owner = await openCompany(server);
  const [ended, present] = [await addColleague(server, owner, 'viewer'), await addColleague(server, owner, 'viewer')];
  await server.owner.query('update memberships set until = current_date - 2 where id = $1', [ended.memberId]);
  const { db } = server.services.database;
  await cleanUpMembers(db, server.services.log);
  await cleanUpMembers(db, server.services.log);
  expect(await listRoles(server, owner)).toEqual({ [owner.userId]: 'owner', [present.userId]: 'viewer' });
  expect(await listActivity(server, owner)).toEqual([
    { what: 'members.end', by: null, about: { userId: ended.userId, role: 'viewer' } },
  ]);
});
