import { randomUUIDv7 } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';

const COMPANY = { employeeCount: 20, state: 'Kerala' } as const;
const NO_OWNER = 'a workspace has an owner, or is frozen';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

function query(statement: string, ...values: unknown[]) {
  return server.services.database.pool.query(statement, values);
}

/** Runs statements in one transaction. */
async function together(...statements: readonly (readonly [string, ...unknown[]])[]): Promise<void> {
  await server.services.database.db.transaction().execute(async (trx) => {
    for (const [text, ...values] of statements) await trx.executeQuery(CompiledQuery.raw(text, values));
  });
}

/** The plan of a workspace, of which each membership has a copy. */
async function readPlan({ workspaceId }: Person): Promise<string> {
  const { rows } = await query(
    `select distinct w.plan, m.plan as copy, w.frozen_from is not distinct from m.frozen_from as same
     from workspaces w join memberships m on m.workspace_id = w.id where w.id = $1`,
    workspaceId,
  );
  const [{ plan }] = rows;
  expect(rows).toEqual([{ plan, copy: plan, same: true }]);
  return plan;
}

const setRole = (role: string, { userId }: Person) => query('update users set role = $1 where id = $2', role, userId);
const setPayer = (payer: Person | null, { workspaceId }: Person) =>
  query('update workspaces set payer_id = $1 where id = $2', payer?.userId ?? null, workspaceId);

describe('a workspace has one owner', () => {
  let owner: Person;
  let manager: Person;

  beforeAll(async () => {
    owner = await addPerson(server.services, { company: COMPANY });
    manager = await addPerson(server.services);
    await join(server.services, manager, owner);
  });

  const changeRole = (role: string, { userId }: Person) =>
    [
      'update memberships set role = $1 where user_id = $2 and workspace_id = $3',
      role,
      userId,
      owner.workspaceId,
    ] as const;

  test('and never two, not even for a moment', async () => {
    await expect(query(...changeRole('owner', manager))).rejects.toMatchObject({ constraint: 'memberships_owner' });
  });

  test('and never none: it is neither left nor given up', async () => {
    const failure = { constraint: 'workspaces_owner', message: NO_OWNER };
    await expect(query(...changeRole('manager', owner))).rejects.toMatchObject(failure);
    const leave = 'delete from memberships where user_id = $1 and workspace_id = $2';
    await expect(query(leave, owner.userId, owner.workspaceId)).rejects.toMatchObject(failure);
    await expect(query('delete from users where id = $1', owner.userId)).rejects.toMatchObject(failure);
    await expect(query('insert into workspaces (id) values ($1)', randomUUIDv7())).rejects.toMatchObject(failure);
  });

  test('handed over in one transaction it is right at its end', async () => {
    await together(changeRole('manager', owner), changeRole('owner', manager));
    const { rows } = await query(
      'select role from memberships where user_id = $1 and workspace_id = $2',
      manager.userId,
      owner.workspaceId,
    );
    expect(rows).toEqual([{ role: 'owner' }]);
    await together(changeRole('manager', manager), changeRole('owner', owner));
  });

  test('unless it is frozen, and then it has none', async () => {
    const freeze = ['update workspaces set frozen_from = now() where id = $1', owner.workspaceId] as const;
    await expect(query(...freeze)).rejects.toMatchObject({ constraint: 'workspaces_owner' });
    await together(freeze, changeRole('manager', owner));
    const thaw = ['update workspaces set frozen_from = null where id = $1', owner.workspaceId] as const;
    await expect(query(...thaw)).rejects.toMatchObject({ constraint: 'workspaces_owner' });
    await expect(query(...changeRole('owner', manager))).rejects.toMatchObject({ constraint: 'workspaces_owner' });
    await together(thaw, changeRole('owner', owner));
  });

  test.each([
    ['a manager has no scope', { role: 'manager', acts: [randomUUIDv7()] }],
    ['nobody but a viewer has a last day', { role: 'member', until: '2027-01-01' }],
    ['days are in order', { role: 'viewer', from_day: '2026-02-01', to_day: '2026-01-01' }],
  ] satisfies [string, Parameters<typeof join>[3]][])('%s', async (_, joining) => {
    const person = await addPerson(server.services);
    await expect(join(server.services, person, owner, joining)).rejects.toMatchObject({ code: '23514' });
  });

  test('and nobody is in it twice', async () => {
    await expect(join(server.services, manager, owner)).rejects.toMatchObject({ code: '23505' });
  });
});

describe('memberships name the company of their workspace', () => {
  test('of one that is made, confirmed, and taken away', async () => {
    const owner = await addPerson(server.services);
    const read = async () =>
      (await query('select company_id from memberships where workspace_id = $1', owner.workspaceId)).rows;
    expect(await read()).toEqual([{ company_id: null }]);
    await query(
      `insert into companies (workspace_id, id, company_name, employee_count, designation, city, state, country, confirmed)
       values ($1, $2, 'Later Mills', 1, 'HR', '', '-', '', false)`,
      owner.workspaceId,
      randomUUIDv7(),
    );
    expect(await read()).toEqual([{ company_id: null }]);
    await query('update companies set confirmed = true where workspace_id = $1', owner.workspaceId);
    const company = await companyOf(server.services, owner);
    const colleague = await addPerson(server.services);
    await join(server.services, colleague, owner);
    expect(await read()).toEqual([{ company_id: company }, { company_id: company }]);
    await query('delete from companies where workspace_id = $1', owner.workspaceId);
    expect(await read()).toEqual([{ company_id: null }, { company_id: null }]);
  });
});

describe('the plan of a company is that of who pays (R-companies-22)', () => {
  test('of its owner, whatever becomes of their role', async () => {
    const owner = await addPerson(server.services, { company: COMPANY });
    expect(await readPlan(owner)).toBe('free');
    for (const [role, plan] of [
      ['premium', 'premium'],
      ['admin', 'premium'],
      ['user', 'free'],
    ] as const) {
      await setRole(role, owner);
      expect([role, await readPlan(owner)]).toEqual([role, plan]);
    }
    expect(await readPlan(await addPerson(server.services, { role: 'premium' }))).toBe('premium');
  });

  test('also of a workspace that one statement makes with its owner', async () => {
    const { userId } = await addPerson(server.services, { role: 'premium' });
    await query(
      `with made as (insert into workspaces (id) values ($1))
       insert into memberships (workspace_id, user_id, id, role) values ($1, $2, gen_random_uuid(), 'owner')`,
      randomUUIDv7(),
      userId,
    );
    const { rows } = await query(
      'select w.plan, m.plan as copy from memberships m join workspaces w on w.id = m.workspace_id where user_id = $1',
      userId,
    );
    expect(rows).toEqual(Array(2).fill({ plan: 'premium', copy: 'premium' }));
  });

  test('of another payer, and of the owner again once that one leaves, is erased or is not asked any more', async () => {
    const owner = await addPerson(server.services, { company: COMPANY });
    const other = await addPerson(server.services, { company: COMPANY });
    for (const end of ['leaves', 'is erased', 'is not asked']) {
      const payer = await addPerson(server.services, { role: 'premium' });
      const id = await join(server.services, payer, owner);
      await setPayer(payer, owner);
      expect([end, await readPlan(owner)]).toEqual([end, 'premium']);
      await setRole('user', payer);
      expect([end, await readPlan(owner)]).toEqual([end, 'free']);
      await setRole('premium', payer);
      if (end === 'leaves') await query('delete from memberships where id = $1', id);
      else if (end === 'is not asked') await setPayer(null, owner);
      else
        await together(
          ['delete from workspaces where id = $1', payer.workspaceId],
          ['delete from users where id = $1', payer.userId],
        );
      expect([end, await readPlan(owner)]).toEqual([end, 'free']);
      const { rows } = await query('select payer_id from workspaces where id = $1', owner.workspaceId);
      expect([end, rows]).toEqual([end, [{ payer_id: null }]]);
    }
    expect(await readPlan(other)).toBe('free');
  });

  test('of the new owner after it was handed over', async () => {
    const owner = await addPerson(server.services, { company: COMPANY });
    const next = await addPerson(server.services, { role: 'premium' });
    await join(server.services, next, owner);
    await together(
      [
        `update memberships set role = 'manager' where user_id = $1 and workspace_id = $2`,
        owner.userId,
        owner.workspaceId,
      ],
      [
        `update memberships set role = 'owner' where user_id = $1 and workspace_id = $2`,
        next.userId,
        owner.workspaceId,
      ],
    );
    expect(await readPlan(owner)).toBe('premium');
    await setRole('premium', owner);
    await setRole('user', next);
    expect(await readPlan(owner)).toBe('free');
  });

  test('also when the role and who pays change at the same moment', async () => {
    const owner = await addPerson(server.services, { company: COMPANY });
    const payer = await addPerson(server.services, { role: 'premium' });
    await join(server.services, payer, owner);
    const changing = await server.owner.connect();
    await changing.query('begin');
    await changing.query(`update users set role = 'user' where id = $1`, [payer.userId]);
    const paying = setPayer(payer, owner);
    await expect
      .poll(async () => {
        const { rows } = await query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length;
      })
      .toBe(1);
    await changing.query('commit');
    changing.release();
    await paying;
    expect(await readPlan(owner)).toBe('free');
  });
});
