import { todayInIndia } from '@anupalan/domain/calendar-day';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failureOf } from '../../../test/accounts.ts';
import { readAuditOf } from '../../../test/audit.ts';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';
import { addStatusEntry } from '../../../test/status-entries.ts';
import { beginSession } from '../../identity/sessions.ts';
import { mailsTo } from './company.fixture.ts';

const COMPANY = { employeeCount: 20, state: 'Kerala' } as const;
const FORM = { companyName: 'Client Mills', state: 'Goa', employeeCount: 25 };

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

function create({ token }: Partial<Person>, payload: object = FORM) {
  return server.call({ method: 'POST', url: '/api/companies', payload, ...(token && { token }) });
}

function remove({ token }: Partial<Person>, id: string) {
  return server.call({ method: 'DELETE', url: `/api/companies/${id}`, ...(token && { token }) });
}

async function list({ token }: Person) {
  return (await server.call({ url: '/api/memberships', token })).json().data;
}

describe('making a further company (R-companies-22)', () => {
  test('fills the empty workspace first, and makes another one after that', async () => {
    const person = await addPerson(server.services, { role: 'premium' });
    const first = await create(person, { ...FORM, companyName: ' First Mills ' });
    expect(first.statusCode).toBe(201);
    expect(first.json()).toEqual({
      status: 'success',
      message: 'First Mills was added',
      data: {
        companyId: first.json().data.company._id,
        companyName: 'First Mills',
        role: 'owner',
        plan: 'premium',
        until: null,
        frozen: false,
        company: expect.objectContaining({
          companyName: 'First Mills',
          state: 'Goa',
          employeeCount: 25,
          companyEmail: '',
          companyPhone: '',
          city: '',
          country: '',
        }),
      },
    });
    const { db } = server.services.database;
    const ofPerson = db.selectFrom('memberships').select('workspace_id').where('user_id', '=', person.userId);
    expect(await ofPerson.execute()).toEqual([{ workspace_id: person.workspaceId }]);
    const second = await create(person, { ...FORM, city: 'Panaji', country: 'India' });
    expect(second.json().data.company).toMatchObject({ city: 'Panaji', country: 'India' });
    expect(await ofPerson.execute()).toHaveLength(2);
    expect(await list(person)).toEqual([
      expect.objectContaining({ companyName: 'Client Mills', role: 'owner', plan: 'premium', until: null }),
      expect.objectContaining({ companyId: first.json().data.companyId, companyName: 'First Mills' }),
    ]);
    expect((await readAuditOf(server, person.userId)).map(({ action }) => action)).toEqual([]);
    const { rows } = await server.services.database.pool.query(
      `select action from audit_log where actor_id = $1 order by at`,
      [person.userId],
    );
    expect(rows).toEqual([{ action: 'companies.create' }, { action: 'companies.create' }]);
  });

  test('the Free plan covers one, however many are made at once; Premium covers more', async () => {
    const person = await addPerson(server.services);
    const answers = await Promise.all(Array.from({ length: 4 }, () => create(person)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json().message).toMatch(/^The Free plan covers one company, and you have one already\. Upgrade/);
    expect(await list(person)).toHaveLength(1);
    await server.services.database.pool.query(`update users set role = 'premium' where id = $1`, [person.userId]);
    expect((await create(person)).statusCode).toBe(201);
    await server.services.database.pool.query(`update users set role = 'user' where id = $1`, [person.userId]);
    expect(await list(person)).toMatchObject([{ plan: 'free' }, { plan: 'free' }]);
    expect((await create(person)).statusCode).toBe(409);
  });

  test('companies that somebody else pays for do not count', async () => {
    const [person, payer] = [
      await addPerson(server.services, { company: COMPANY }),
      await addPerson(server.services, { role: 'premium' }),
    ];
    await join(server.services, payer, person);
    const change = server.services.database.db.updateTable('workspaces').set({ payer_id: payer.userId });
    await change.where('id', '=', person.workspaceId).execute();
    expect((await create(person)).statusCode).toBe(201);
    expect((await create(person)).statusCode).toBe(409);
  });

  test('Premium covers a hundred', async () => {
    const person = await addPerson(server.services, { role: 'premium' });
    await server.owner.query(
      `with made as (insert into workspaces (id) select gen_random_uuid() from generate_series(1, 99) returning id),
       company as (
         insert into companies (workspace_id, id, company_name, employee_count, designation, city, state, country, confirmed)
         select id, gen_random_uuid(), 'Many', 1, 'HR', '', '-', '', true from made returning id, workspace_id)
       insert into memberships (workspace_id, user_id, id, role) select workspace_id, $1, gen_random_uuid(), 'owner'
       from company`,
      [person.userId],
    );
    // A statement sees nothing of what it writes, so its triggers found no company.
    await server.owner.query(
      'update memberships m set company_id = c.id from companies c where c.workspace_id = m.workspace_id',
    );
    expect((await create(person)).statusCode).toBe(201);
    expect(failureOf(await create(person))).toEqual([
      409,
      'Premium covers 100 companies, and you pay for 100 already. Another Premium member can pay for one of them.',
    ]);
  });

  test('an administrator keeps their own alone', async () => {
    const admin = await addPerson(server.services, { role: 'admin' });
    expect((await create(admin)).statusCode).toBe(201);
    expect(failureOf(await create(admin))).toEqual([409, 'Administrators keep their own company alone']);
  });

  test.each([
    [{ companyName: 'x' }, 'companyName', 'Company name must be at least 2 characters'],
    [{ state: undefined }, 'state', 'State is required'],
    [{ state: '' }, 'state', 'State is required'],
    [{ state: 'Atlantis' }, 'state', 'State is required'],
    [{ employeeCount: 0 }, 'employeeCount', 'Employee count must be at least 1'],
    [{ employeeCount: undefined }, 'employeeCount', 'Employee count must be at least 1'],
    [{ city: 'x' }, 'city', 'City is required'],
  ])('%o is refused', async (change, field, message) => {
    const person = await addPerson(server.services);
    const response = await create(person, { ...FORM, ...change });
    expect(response.statusCode).toBe(400);
    expect(response.json().errors).toEqual({ [field]: message });
    expect(await list(person)).toEqual([]);
  });

  test('a stranger is turned away', async () => {
    expect(failureOf(await create({}))).toEqual([401, 'Please sign in to continue']);
  });
});

describe('deleting a company (R-companies-25)', () => {
  test('takes everything in it and everybody out of it; everybody keeps a workspace', async () => {
    const { services } = server;
    const owner = await addPerson(services, { company: COMPANY });
    const colleague = await addPerson(services);
    await join(services, colleague, owner);
    const id = await companyOf(services, owner);
    const item = await addItem(services, { act_id: await addAct(services) });
    await addStatusEntry(services, owner, { item, day: '2026-11-01' });
    const response = await remove(owner, id);
    expect([response.statusCode, response.json()]).toEqual([200, { status: 'success', message: 'Company deleted' }]);
    const { pool } = services.database;
    const { rows } = await pool.query(
      `select (select count(*) from workspaces where id = $1) + (select count(*) from companies where workspace_id = $1)
         + (select count(*) from status_entries where workspace_id = $1)
         + (select count(*) from memberships where workspace_id = $1) as left`,
      [owner.workspaceId],
    );
    expect(Number(rows[0].left)).toBe(0);
    for (const person of [owner, colleague]) {
      expect(await list(person)).toEqual([]);
      const profile = await server.call({ url: '/api/users/profile', token: person.token });
      expect(profile.json().data).toMatchObject({ user: { company: null }, member: { role: 'owner', companies: 0 } });
    }
    expect(await readAuditOf(server, id)).toMatchObject([{ action: 'companies.delete', actor_id: owner.userId }]);
    const [mail, ...others] = mailsTo(server, `${colleague.userId}@example.in`);
    expect([mail?.subject, others]).toEqual(['Rao & Sons was deleted', []]);
    expect(mail?.text).toContain('Asha Rao, who owned Rao & Sons, deleted it');
    expect(mailsTo(server, `${owner.userId}@example.in`)).toEqual([]);
    expect(failureOf(await remove(owner, id))).toEqual([403, 'You are not a member of this company']);
  });

  test('is the owner’s alone, whatever company they call from', async () => {
    const { services } = server;
    const owner = await addPerson(services, { company: COMPANY, role: 'premium' });
    const second = (await create(owner)).json().data.companyId;
    const id = await companyOf(services, owner);
    const manager = await addPerson(services, { company: COMPANY });
    await join(services, manager, owner);
    expect(failureOf(await remove({}, id))).toEqual([401, 'Please sign in to continue']);
    expect(failureOf(await remove(manager, id))).toEqual([403, 'Only the owner can do this']);
    const stranger = await addPerson(services, { company: COMPANY });
    expect(failureOf(await remove(stranger, id))).toEqual([403, 'You are not a member of this company']);
    expect((await remove(stranger, 'nonsense')).statusCode).toBe(404);
    const admin = await addPerson(services, { role: 'admin' });
    expect(failureOf(await remove(admin, id))).toEqual([403, 'You are not a member of this company']);
    const { db, pool } = services.database;
    const impersonating = { userId: owner.userId, device: 'test', impersonatorId: admin.userId };
    expect((await remove({ token: await beginSession(db, impersonating) }, id)).statusCode).toBe(403);
    await pool.query(`update sessions set authenticated_at = now() - interval '16 minutes' where user_id = $1`, [
      owner.userId,
    ]);
    expect((await remove(owner, id)).json().errors).toHaveProperty('reauthenticate');
    await pool.query('update sessions set authenticated_at = now() where user_id = $1', [owner.userId]);
    expect((await remove(owner, second)).statusCode).toBe(200);
    expect(await list(owner)).toMatchObject([{ companyId: id }]);
  });

  test('twice at the same moment is once', async () => {
    const owner = await addPerson(server.services, { company: COMPANY });
    const id = await companyOf(server.services, owner);
    const answers = await Promise.all([remove(owner, id), remove(owner, id)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403]);
    const { db } = server.services.database;
    const left = await db.selectFrom('memberships').select('id').where('user_id', '=', owner.userId).execute();
    expect(left).toHaveLength(1);
  });
});

test('the companies of a person are their own answer', async () => {
  const { services } = server;
  const [one, other] = [
    await addPerson(services, { company: COMPANY }),
    await addPerson(services, { company: COMPANY }),
  ];
  const until = `${todayInIndia(Temporal.Now.instant()).add({ days: 3 })}`;
  await join(services, one, other, { role: 'viewer', until });
  const own = { companyId: await companyOf(services, one), role: 'owner', until: null };
  const theirs = { companyId: await companyOf(services, other), role: 'viewer', until: `${until}T00:00:00.000Z` };
  expect(await list(one)).toEqual([own, theirs].map((each) => expect.objectContaining(each)));
  expect(await list(other)).toHaveLength(1);
  expect(failureOf(await server.call({ url: '/api/memberships' }))).toEqual([401, 'Please sign in to continue']);
});
