import { todayInIndia } from '@anupalan/domain/calendar-day';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, addAccount, failureOf, PASSWORD } from '../../../test/accounts.ts';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';
import { addStatusEntry } from '../../../test/status-entries.ts';
import { leaveOwnWorkspaces } from './commands.ts';
import { createMemberJobs } from './jobs.ts';

const COMPANY = { employeeCount: 20, state: 'Kerala' } as const;
const FROZEN = 'This company is frozen until it has an owner. It can be read, and nothing can be changed.';

let server: TestApp;
let admin: Person;
let item: string;

beforeAll(async () => {
  server = await startTestApp({ now: () => Temporal.Instant.from('2026-11-21T09:00:00Z') });
  admin = await addPerson(server.services, { role: 'admin' });
  item = await addItem(server.services, { act_id: await addAct(server.services) });
});

afterAll(() => server.close());

function erase({ token }: Account) {
  return server.call({ method: 'DELETE', url: '/api/users/profile', token, payload: { password: PASSWORD } });
}

function remove({ userId }: Person) {
  return server.call({ method: 'DELETE', url: `/api/users/${userId}`, token: admin.token });
}

async function there({ workspaceId }: Person): Promise<boolean> {
  const { rows } = await server.services.database.pool.query('select from workspaces where id = $1', [workspaceId]);
  return rows.length === 1;
}

/** Somebody whose company a colleague works in, with something recorded. */
async function addCompany(role: 'manager' | 'member' | 'viewer' = 'manager') {
  const owner = await addAccount(server, { company: COMPANY });
  const colleague = await addAccount(server);
  await join(server.services, colleague, owner, { role });
  await addStatusEntry(server.services, owner, { item, day: '2026-11-01' });
  return { owner, colleague, company: await companyOf(server.services, owner) };
}

function record({ token, userId }: Person, company: string) {
  const payload = { userId, status: 'done', forDate: '2026-11-15' };
  const headers = { 'x-company': company };
  return server.call({ method: 'PATCH', url: `/api/compliance/data/${item}/status`, token, headers, payload });
}

async function runJob(): Promise<void> {
  for (const job of createMemberJobs(server.services)) await job.run(undefined);
}

function setFrozen({ workspaceId }: Person, from: string) {
  return server.services.database.pool.query(`update workspaces set frozen_from = now() - $2::interval where id = $1`, [
    workspaceId,
    from,
  ]);
}

describe('who erases their account', () => {
  test.each(['manager', 'member'] as const)('hands over first what a %s works in (R-companies-23)', async (role) => {
    const { owner, colleague } = await addCompany(role);
    expect(failureOf(await erase(owner))).toEqual([
      409,
      'Other people work in Rao & Sons. Please hand over what you own first.',
    ]);
    expect((await server.call({ url: '/api/users/profile', token: owner.token })).statusCode).toBe(200);
    expect((await erase(colleague)).statusCode).toBe(200);
    expect((await erase(owner)).statusCode).toBe(200);
    expect(await there(owner)).toBe(false);
  });

  test('takes what only viewers are in along, as what nobody else is in', async () => {
    const { owner, colleague } = await addCompany('viewer');
    expect((await erase(owner)).statusCode).toBe(200);
    expect(await there(owner)).toBe(false);
    const { data } = (await server.call({ url: '/api/memberships', token: colleague.token })).json();
    expect(data).toEqual([]);
  });

  test('leaves other companies without a trace of their name', async () => {
    const { owner, colleague, company } = await addCompany();
    expect((await record(colleague, company)).statusCode).toBe(200);
    expect((await erase(colleague)).statusCode).toBe(200);
    const list = await server.call({ url: '/api/compliance/data', token: owner.token });
    const recorded = list.json().data.find(({ _id }: { _id: string }) => _id === item).statusHistory;
    expect(recorded.map(({ userId }: { userId: string | null }) => userId)).toEqual([owner.userId, null]);
  });
});

describe('a company whose owner an administrator deletes', () => {
  test('is frozen: its people read it, and nothing is written (R-companies-24)', async () => {
    const { owner, colleague, company } = await addCompany();
    expect((await remove(owner)).statusCode).toBe(200);
    const headers = { 'x-company': company };
    const profile = await server.call({ url: '/api/users/profile', token: colleague.token, headers });
    expect(profile.json().data.member).toMatchObject({ role: 'manager', frozen: true });
    const { data } = (await server.call({ url: '/api/memberships', token: colleague.token })).json();
    expect(data).toMatchObject([{ companyId: company, frozen: true }]);
    const list = await server.call({ url: '/api/compliance/data', token: colleague.token, headers });
    expect(list.json().data.length).toBeGreaterThan(0);
    expect(failureOf(await record(colleague, company))).toEqual([403, FROZEN]);
    const rename = { method: 'PUT', url: '/api/companies/profile', token: colleague.token, headers } as const;
    expect(failureOf(await server.call({ ...rename, payload: { companyName: 'Mine' } }))).toEqual([403, FROZEN]);
    const named = { token: admin.token, userId: colleague.userId, workspaceId: owner.workspaceId };
    expect(failureOf(await record(named, company))).toEqual([403, FROZEN]);
    const logout = { method: 'POST', url: '/api/auth/logout', token: colleague.token, headers } as const;
    expect((await server.call(logout)).statusCode).toBe(200);
  });

  test('keeps its plan until somebody owns it again, and is written to from then on', async () => {
    const { owner, colleague, company } = await addCompany();
    await server.services.database.pool.query(`update users set role = 'premium' where id = $1`, [owner.userId]);
    expect((await remove(owner)).statusCode).toBe(200);
    const member = async () => {
      const headers = { 'x-company': company };
      return (await server.call({ url: '/api/users/profile', token: colleague.token, headers })).json().data.member;
    };
    expect(await member()).toMatchObject({ plan: 'premium', frozen: true });
    await server.services.database.db.transaction().execute(async (trx) => {
      const ofCompany = trx.updateTable('memberships').where('workspace_id', '=', owner.workspaceId);
      await ofCompany.set({ role: 'owner' }).where('user_id', '=', colleague.userId).execute();
      await trx.updateTable('workspaces').set({ frozen_from: null }).where('id', '=', owner.workspaceId).execute();
    });
    expect(await member()).toMatchObject({ role: 'owner', plan: 'free', frozen: false });
    expect((await record(colleague, company)).statusCode).toBe(200);
  });

  test('goes after 90 days, and not a day before; its people keep theirs', async () => {
    const [{ owner: one, colleague }, { owner: other }] = [await addCompany(), await addCompany()];
    expect((await remove(one)).statusCode).toBe(200);
    expect((await remove(other)).statusCode).toBe(200);
    await setFrozen(one, '90 days 1 minute');
    await setFrozen(other, '89 days');
    await runJob();
    expect([await there(one), await there(other)]).toEqual([false, true]);
    const profile = await server.call({ url: '/api/users/profile', token: colleague.token });
    expect(profile.json().data.member).toMatchObject({ companyId: null, role: 'owner', frozen: false });
  });
});

test('while a successor may accept, a company without an owner is written to', async () => {
  const { owner, colleague, company } = await addCompany();
  await server.services.database.db.transaction().execute(async (trx) => {
    expect(await leaveOwnWorkspaces(trx, [owner.userId], { ownerlessFor: '14 days' })).toEqual({
      deleted: 0,
      frozen: [owner.workspaceId],
    });
    await trx.deleteFrom('users').where('id', '=', owner.userId).execute();
  });
  expect((await record(colleague, company)).statusCode).toBe(200);
  await setFrozen(owner, '0 days');
  expect(failureOf(await record(colleague, company))).toEqual([403, FROZEN]);
});

test('the memberships of viewers go after their last day', async () => {
  const { services } = server;
  const owner = await addPerson(services, { company: COMPANY });
  const day = (days: number) => `${todayInIndia(Temporal.Now.instant()).add({ days })}`;
  const ids: string[] = [];
  for (const days of [-1, 0, 1])
    ids.push(await join(services, await addPerson(services), owner, { role: 'viewer', until: day(days) }));
  await runJob();
  const left = services.database.db.selectFrom('memberships').select('id').where('id', 'in', ids).execute();
  expect((await left).map(({ id }) => id).sort()).toEqual(ids.slice(1).sort());
});

describe('an administrator to be (R-companies-26)', () => {
  const promote = ({ userId }: Person) =>
    server.call({ method: 'PATCH', url: `/api/users/${userId}/role`, token: admin.token, payload: { role: 'admin' } });
  const REFUSED = [409, 'This user has to hand over or leave all companies but one of their own first'];

  test('is in no company of others, and owns one at most', async () => {
    const { owner, colleague } = await addCompany();
    expect(failureOf(await promote(colleague))).toEqual(REFUSED);
    const several = await addPerson(server.services, { role: 'premium', company: COMPANY });
    const create = { companyName: 'Second Mills', state: 'Goa', employeeCount: 1 };
    await server.call({ method: 'POST', url: '/api/companies', token: several.token, payload: create });
    expect(failureOf(await promote(several))).toEqual(REFUSED);
    expect((await promote(owner)).statusCode).toBe(200);
  });
});
