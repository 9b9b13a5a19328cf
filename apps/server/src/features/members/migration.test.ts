import { Id } from '@anupalan/contract/wire/primitives';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { copyDatabase } from '../../../test/copy-database.ts';
import { type Database, openDatabase } from '../../platform/postgres/database.ts';
import { createMigrator, migrate } from '../../platform/postgres/migrate.ts';

let copy: Awaited<ReturnType<typeof copyDatabase>>;
let database: Database;

/** The users of each workspace before the migration, in the order in which they came. */
const WORKSPACES = {
  alone: ['asha: user'],
  'with a premium user': ['bala: user', 'chitra: premium', 'dev: user', 'esha: user, suspended'],
  'without one': ['farid: user, suspended', 'gita: user', 'hari: user'],
  'with an administrator': ['indu: premium', 'jaya: admin'],
  'of two administrators': ['kiran: admin', 'leela: admin'],
  'of a sign-up': ['manu: user, pending'],
  'that nobody has': [],
} as const;

beforeAll(async () => {
  copy = await copyDatabase(inject('postgresUrl'));
  database = openDatabase(copy.url, () => {});
  const { db, pool } = database;
  await pool.query('drop schema public cascade; create schema public');
  expect((await createMigrator(db).migrateTo('0026-growth')).error).toBeUndefined();
  await pool.query(`
    insert into acts (id, name, state, description) values (md5('act')::uuid, 'Shops Act', '-', '');
    insert into compliance_items (id, act_id, title, state, sr_no, frequency)
      values (md5('item')::uuid, md5('act')::uuid, 'Return', '-', 1, 'never')`);
  for (const [workspace, users] of Object.entries(WORKSPACES)) await fill(workspace, users);
  await migrate(db);
});

afterAll(async () => {
  await database.close();
  await copy.drop();
});

async function fill(workspace: string, users: readonly string[]): Promise<void> {
  const { pool } = database;
  await pool.query(`insert into workspaces (id, created_at) values (md5($1)::uuid, '2025-01-01')`, [workspace]);
  for (const [nth, user] of users.entries()) {
    const [name = '', role, status = 'active'] = user.split(/[:,] /);
    await pool.query(
      `insert into users (id, workspace_id, first_name, last_name, primary_email, personal_phone, password_hash, role,
         status, created_at)
       values (md5($1)::uuid, md5($2)::uuid, $1, 'Rao', $1 || '@example.in', '', '', $3, $4,
         timestamptz '2025-01-01' + $5 * interval '1 day')`,
      [name, workspace, role, status, nth],
    );
    await pool.query(
      `insert into sessions (token_hash, id, user_id, expires_at)
       values (sha256($1::bytea), gen_random_uuid(), md5($1)::uuid, now() + interval '1 day')`,
      [name],
    );
    if (status !== 'pending') await record(workspace, name, nth);
  }
  if (users.length === 0 || workspace === 'of two administrators') return;
  await pool.query(
    `insert into companies (workspace_id, id, company_name, employee_count, designation, city, state, country, confirmed)
     values (md5($1)::uuid, md5('company of ' || $1)::uuid, $1, 20, 'HR', 'Pune', '-', 'India', $1 <> 'of a sign-up')`,
    [workspace],
  );
}

async function record(workspace: string, name: string, nth: number): Promise<void> {
  const values = [workspace, name, `2025-0${nth + 1}-15`];
  await database.pool.query(
    `insert into status_entries (workspace_id, compliance_item_id, day, id, user_id, current_status)
     values (md5($1)::uuid, md5('item')::uuid, $3, gen_random_uuid(), md5($2)::uuid, 'done')`,
    values,
  );
  await database.pool.query(
    `insert into status_records (workspace_id, compliance_item_id, day, id, status, note, updated_by)
     values (md5($1)::uuid, md5('item')::uuid, $3, gen_random_uuid(), 'done', '', md5($2)::uuid)`,
    values,
  );
  await database.pool.query(
    `insert into orders (id, order_id, workspace_id, user_id, plan, amount_paise, provider, status, paid_at, granted_at)
     values (gen_random_uuid(), $2, md5($1)::uuid, md5($2)::uuid, 'premium', 399900, 'local', 'paid', now(), now())`,
    values.slice(0, 2),
  );
}

async function read<Row extends object>(statement: string, ...values: unknown[]): Promise<Row[]> {
  return (await database.pool.query<Row>(statement, values)).rows;
}

async function readMembers(workspace: string): Promise<string[]> {
  const rows = await read<{ member: string }>(
    `select first_name || ': ' || m.role as member from memberships m join users on users.id = user_id
     where workspace_id = md5($1)::uuid order by users.created_at`,
    workspace,
  );
  return rows.map(({ member }) => member);
}

describe('a database of the release before', () => {
  test.each([
    ['alone', ['asha: owner']],
    ['with a premium user', ['bala: manager', 'chitra: owner', 'dev: manager', 'esha: manager']],
    ['without one', ['farid: manager', 'gita: owner', 'hari: manager']],
    ['with an administrator', ['indu: manager', 'jaya: owner']],
    ['of two administrators', ['kiran: owner', 'leela: manager']],
    ['of a sign-up', ['manu: owner']],
  ])('gets members: the workspace %s', async (workspace, members) => {
    expect(await readMembers(workspace)).toEqual(members);
  });

  test('everybody owns a workspace: managers an empty one of their own, where nothing was paid', async () => {
    const rows = await read(`
      select first_name as name, count(*)::int as owned, min(workspaces.plan) as plan, min(m.plan) as copy,
        count(company_id)::int as companies
      from users join memberships m on m.user_id = users.id and m.role = 'owner'
        join workspaces on workspaces.id = m.workspace_id
      group by 1 order by 1`);
    const own = (name: string, plan: string, companies: number) => ({ name, owned: 1, plan, copy: plan, companies });
    expect(rows).toEqual([
      own('asha', 'free', 1),
      own('bala', 'free', 0),
      own('chitra', 'premium', 1),
      own('dev', 'free', 0),
      own('esha', 'free', 0),
      own('farid', 'free', 0),
      own('gita', 'free', 1),
      own('hari', 'free', 0),
      own('indu', 'premium', 0),
      own('jaya', 'premium', 1),
      own('kiran', 'premium', 0),
      own('leela', 'premium', 0),
      own('manu', 'free', 0),
    ]);
  });

  test('ids of memberships are those that calls take, and say since when', async () => {
    const rows = await read<{ id: string; since: Date; joined: Date }>(
      'select m.id, since, users.created_at as joined from memberships m join users on users.id = user_id',
    );
    for (const { id, since, joined } of rows) {
      expect(Id.safeParse(id).success).toBe(true);
      expect(since).toEqual(joined);
    }
  });

  test('nothing that was recorded or paid is lost, or of another workspace', async () => {
    expect(await read('select count(*)::int as entries from status_entries')).toEqual([{ entries: 12 }]);
    expect(await read('select count(*)::int as records from status_records')).toEqual([{ records: 12 }]);
    expect(await read('select count(*)::int as orders from orders where workspace_id is not null')).toEqual([
      { orders: 12 },
    ]);
    const ofOthers = await read(
      `select from status_entries e where not exists (
         select from memberships m where m.workspace_id = e.workspace_id and m.user_id = e.user_id)`,
    );
    expect(ofOthers).toEqual([]);
    expect(await read('select count(*)::int as sessions from sessions')).toEqual([{ sessions: 13 }]);
  });

  test('a workspace that nobody has is frozen, and goes by the nightly job', async () => {
    const rows = await read('select id from workspaces where frozen_from is not null');
    expect(rows).toEqual(await read(`select md5('that nobody has')::uuid as id`));
  });

  test('from then on every change holds the constraints', async () => {
    for (const { id } of await read<{ id: string }>('select id from workspaces')) {
      await database.pool.query('update workspaces set frozen_from = frozen_from where id = $1', [id]);
    }
    await database.pool.query(`update users set role = 'user' where id = md5('chitra')::uuid`);
    expect(await read(`select plan from workspaces where id = md5('with a premium user')::uuid`)).toEqual([
      { plan: 'free' },
    ]);
  });
});
