import type { Pool } from 'pg';

/** Months whose returns a company recorded, and of how many of a hundred occurrences. */
const MONTHS = 4;
const RECORDED = 60;

/**
 * Seeds people with a company each, in twelve states, that recorded some of what was due lately, by statements over whole
 * tables. Triggers rest: what they keep is written along.
 */
export async function seedRecipients(pool: Pool, { people, day }: { people: number; day: string }): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`set statement_timeout = 0; set work_mem = '256MB'; select setseed(0.5); begin`);
    for (const table of TABLES) await client.query(`alter table ${table} disable trigger user`);
    for (const [statement, values] of statements(people, day)) await client.query(statement, values);
    for (const table of TABLES) await client.query(`alter table ${table} enable trigger user`);
    await client.query('commit');
    await client.query('vacuum analyze');
  } finally {
    client.release(true);
  }
}

const TABLES = ['users', 'workspaces', 'companies', 'memberships', 'status_entries'];

const id = (kind: number) => `('${kind}0000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
const EACH = 'from generate_series(1, $1::int) n';
const STATES = `(array['Maharashtra', 'Karnataka', 'Tamil Nadu', 'Kerala', 'Gujarat', 'Delhi', 'Goa', 'Telangana',
  'West Bengal', 'Rajasthan', 'Haryana', 'Punjab'])[1 + n % 12]`;

function statements(people: number, day: string): [statement: string, values: unknown[]][] {
  return [
    [
      `insert into users (id, first_name, last_name, primary_email, personal_phone, password_hash, role, status)
       select ${id(2)}, 'Asha', 'Rao', 'asha' || n || '@example.in', '', '', 'premium', 'active' ${EACH}`,
      [people],
    ],
    [`insert into workspaces (id, created_at, plan) select ${id(1)}, '2025-01-01', 'premium' ${EACH}`, [people]],
    [
      `insert into companies (workspace_id, id, company_name, employee_count, designation, city, state, state_since,
         country, confirmed)
       select ${id(1)}, ${id(3)}, 'Rao & Sons ' || n, 20 + n % 200, 'HR', 'Pune', ${STATES}, '2025-01-01', 'India', true
       ${EACH}`,
      [people],
    ],
    [
      `insert into memberships (id, workspace_id, user_id, role, since, company_id, plan)
       select ${id(4)}, ${id(1)}, ${id(2)}, 'owner', '2025-01-01', ${id(3)}, 'premium' ${EACH}`,
      [people],
    ],
    [
      `insert into status_entries (id, workspace_id, compliance_item_id, day, user_id, current_status, settled_at)
       select gen_random_uuid(), ${id(1)}, item.id, (item.due_date + make_interval(months => month))::date, ${id(2)},
         'done', now()
       from generate_series(1, $1::int) n cross join (
           select * from compliance_items where frequency = 'monthly' and state = '-' order by sr_no limit 8) item
         cross join lateral (
           select (extract(year from age($2::date, item.due_date)) * 12 + extract(month from age($2::date, item.due_date)))::int
             - back as month from generate_series(0, ${MONTHS}) back) months
       where month >= 0 and (item.due_date + make_interval(months => month))::date < $2::date and random() * 100 < ${RECORDED}`,
      [people, day],
    ],
  ];
}
