import type { Pool } from 'pg';

/** Entries that a company has, in as many months as this, and the records of each. */
const ITEMS_A_COMPANY = 25;
const MONTHS = 4;
const RECORDS_AN_ENTRY = 2;

/** Events of a company's activity beside its records. */
const ACTIVITY_A_COMPANY = 20;

/** Entries of the audit log: twenty a company, and at least as many as a hundred companies make in a year. */
const AUDIT_A_COMPANY = 20;
const AUDIT_AT_LEAST = 12_000;

/** Tables that are filled without their indexes, which are made anew at the end: so a row costs a tenth. */
const LARGE = ['status_entries', 'status_records', 'activity', 'audit_log'];

/**
 * Seeds companies by statements over whole tables: a user, a session and 200 status records each (two of each of 100
 * entries), reminders, payment and submission dates, a licence with its renewal, audit entries; three in ten have paid for three months. Rows come in
 * the order in which people would write them, month after month, so that those of one company lie far apart. Triggers
 * and foreign keys rest; what they would have kept (tallies) is computed at the end. Ids are the number of the company.
 */
export async function seedCompanies(pool: Pool, companies: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`set statement_timeout = 0; set session_replication_role = replica; set work_mem = '256MB';
      set maintenance_work_mem = '512MB'; set synchronous_commit = off; select setseed(0.5)`);
    const indexes = await dropIndexes((text, values) => client.query(text, values));
    for (const statement of STATEMENTS) {
      const usesCount = statement.includes('$1');
      await client.query(statement, usesCount ? [companies] : []);
    }
    for (const statement of indexes) await client.query(statement);
  } finally {
    client.release(true);
  }
  await pool.query({ text: 'vacuum analyze' });
}

/** Drops indexes that can be dropped alone. @returns the statements that make them again */
async function dropIndexes(
  query: (text: string, values?: unknown[]) => Promise<{ rows: { name: string; definition: string }[] }>,
): Promise<string[]> {
  const { rows } = await query(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index i where indrelid = any($1::regclass[])
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [LARGE],
  );
  for (const { name } of rows) await query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

const id = (kind: number, number = 'n') =>
  `('${kind}0000000-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
const WORKSPACE = id(1);
const USER = id(2);
const EACH = 'from generate_series(1, $1::int) n';
const FIRST_NAMES = `(array['Asha','Vikram','Meera','Ravi','Priya','Sunil','Kavita','Deepak','Anjali','Rohit'])[1 + n % 10]`;
const LAST_NAMES = `(array['Sharma','Rao','Verma','Iyer','Singh','Khan','Das'])[1 + n % 7]`;
const JOINED = `now() - interval '1 year' - n * interval '10 seconds'`;

const STATEMENTS = [
  `insert into workspaces (id, plan, created_at)
   select ${WORKSPACE}, case when n % 10 < 3 then 'premium' else 'free' end, ${JOINED} ${EACH}`,
  `insert into memberships (workspace_id, user_id, id, role, company_id, plan, since)
   select ${WORKSPACE}, ${USER}, ${id(5)}, 'owner', ${id(3)}, case when n % 10 < 3 then 'premium' else 'free' end, ${JOINED} ${EACH}`,
  `insert into users (id, first_name, last_name, primary_email, personal_phone, password_hash, role, status, created_at)
   select ${USER}, ${FIRST_NAMES}, ${LAST_NAMES}, 'person' || n || '@company' || n || '.example.in', '9' || lpad(n::text, 9, '0'),
     rpad('$argon2id$', 97, 'x'), case when n % 10 < 3 then 'premium' else 'user' end,
     case when n % 50 = 49 then 'suspended' else 'active' end, ${JOINED} ${EACH}`,
  `insert into companies (workspace_id, id, company_name, employee_count, designation, city, state, country, confirmed)
   select ${WORKSPACE}, ${id(3)}, 'Company ' || n, 500, 'HR', 'Pune', '-', 'India', true ${EACH}`,
  `insert into establishments (workspace_id, id, follows_profile, name, state, city, employee_count, nature)
   select ${WORKSPACE}, case k when 0 then ${id(3)} else uuidv7() end, k = 0, 'Place ' || k, 'Goa', '', 250, 'factory'
   ${EACH}, generate_series(0, 1) k`,
  `insert into facts (workspace_id, id, key, answer)
   select ${WORKSPACE}, uuidv7(), 'question-' || k, 'yes' ${EACH}, generate_series(1, 5) k`,
  `insert into exclusions (workspace_id, compliance_item_id, reason, until, excluded_by)
   select ${WORKSPACE}, item.id, 'Over', '2020-01-01', ${USER} ${EACH}, (select id from compliance_items limit 2) item`,
  `insert into sessions (token_hash, id, user_id, device, expires_at)
   select sha256(convert_to('token-' || n, 'UTF8')), ${id(4)}, ${USER}, 'bench', now() + interval '80 days' ${EACH}`,
  `insert into status_entries (workspace_id, compliance_item_id, day, id, user_id, current_status, created_at, updated_at)
   select ${WORKSPACE}, item.id, due, uuidv7(), ${USER}, 'done', due - interval '3 days' + n * interval '100 ms', due + n * interval '100 ms'
   from (select current_date - (months * 30) as due, months from generate_series(${MONTHS} - 1, 0, -1) months) month,
     generate_series(0, ${ITEMS_A_COMPANY} - 1) k, generate_series(1, $1::int) n,
     (select id, (row_number() over (order by id))::int - 1 as place, count(*) over () as items from compliance_items) item
   where item.place = (n + k) % item.items
   order by months desc, k, n`,
  `insert into status_records (workspace_id, compliance_item_id, day, id, status, note, updated_by, created_at, updated_at)
   select workspace_id, compliance_item_id, day, uuidv7(), case step when 1 then 'pending' else 'done' end,
     case step when 1 then '' else 'Filed on the portal, acknowledgement kept' end, user_id,
     created_at + step * interval '1 hour', created_at + step * interval '1 hour'
   from status_entries, generate_series(1, ${RECORDS_AN_ENTRY}) step`,
  `insert into activity (workspace_id, id, at, by, what, about)
   select ${WORKSPACE}, uuidv7(), now() - k * interval '18 days' - n * interval '1 second', ${USER},
     'facts.answer', '{}'
   from generate_series(1, ${ACTIVITY_A_COMPANY}) k, generate_series(1, $1::int) n`,
  `insert into status_tallies select ${WORKSPACE}, 0, ${ITEMS_A_COMPANY * MONTHS} ${EACH}`,
  ...[
    "custom_reminders|reminder_at|now() + k * interval '1 day'",
    'payment_dates|day, amount_paise|current_date + k, 150000',
    "submission_dates|day, description|current_date + k, 'Return'",
  ].map((table) => {
    const [name, columns, values] = table.split('|');
    return `insert into ${name} (workspace_id, id, compliance_item_id, user_id, ${columns})
        select ${WORKSPACE}, uuidv7(), item.id, ${USER}, ${values}
        ${EACH}, (select id, (row_number() over (order by id))::int as k from compliance_items limit 2) item`;
  }),
  `insert into audit_log (id, at, actor_id, action, subject_kind, subject_id)
   select uuidv7(), now() - interval '300 days' * (1 - step::float8 / steps), ${USER},
     (array['auth.sign-in', 'auth.sign-out', 'reminders.add', 'companies.update'])[1 + step % 4],
     (array['auth', 'auth', 'reminders', 'companies'])[1 + step % 4], ${USER}
   from (select greatest(${AUDIT_A_COMPANY}, ceil(${AUDIT_AT_LEAST} / $1::float8))::int as steps) much,
     generate_series(1, steps) step, generate_series(1, $1::int) n order by step`,
  `insert into orders (id, order_id, workspace_id, user_id, plan, amount_paise, provider, status, created_at, paid_at, granted_at)
   select uuidv7(), 'order_' || md5(n || '-' || month), ${WORKSPACE}, ${USER}, 'premium', 99900, 'local', 'paid', at, at, at
   ${EACH}, generate_series(1, 3) month, lateral (select now() - (3 - month) * interval '30 days' - (n % 20) * interval '1 day' as at) paid
   where n % 10 < 3 order by month, n`,
  `insert into subscriptions (id, user_id, order_id, plan, starts_at, ends_at, closed_at)
   select uuidv7(), user_id, id, 'premium', paid_at, paid_at + interval '30 days',
     case when paid_at < now() - interval '33 days' then paid_at + interval '33 days' end
   from orders order by paid_at`,
  `insert into receipts (number, order_id, amount_paise, seller, period_start, period_end)
   select row_number() over (order by paid_at), id, amount_paise, '{}', paid_at, paid_at + interval '30 days' from orders`,
  `insert into acts (id, workspace_id, name, state, description)
   select ${id(6)}, ${WORKSPACE}, 'Registrations and licences', '-', '-' ${EACH}`,
  `insert into registrations (workspace_id, id, kind, number, until_day)
   select ${WORKSPACE}, ${id(7)}, 'factory', 'MYS ' || n, current_date + 200 ${EACH}`,
  `insert into compliance_items (id, workspace_id, registration_id, act_id, sr_no, title, state, due_date, frequency)
   select ${id(8)}, ${WORKSPACE}, ${id(7)}, ${id(6)}, 1000, 'Renew factory licence', '-', current_date + 140, 'once' ${EACH}`,
  `insert into contact_messages (id, name, email, subject, message, handled_at, created_at)
   select uuidv7(), 'Asha Rao', 'asha@example.in', 'general', rpad('How does it work? ', 200, 'x'),
     case when n % 5 > 0 then now() end, now() - n * interval '1 minute' from generate_series(1, greatest(2000, $1::int / 10)) n`,
  'insert into item_tallies select compliance_item_id, count(*) from status_entries group by 1',
  'insert into user_tallies select role, status, count(*) from users group by role, status',
  `insert into users (id, first_name, last_name, primary_email, personal_phone, password_hash, role, status)
   select ${id(2, '0')}, 'Root', 'Admin', 'admin@example.in', '', '', 'admin', 'active'`,
  `insert into workspaces (id, plan) select ${id(1, '0')}, 'premium'`,
  `insert into memberships (workspace_id, user_id, id, role, plan)
   select ${id(1, '0')}, ${id(2, '0')}, ${id(5, '0')}, 'owner', 'premium'`,
  `insert into sessions (token_hash, id, user_id, device, expires_at)
   select sha256(convert_to('token-0', 'UTF8')), ${id(4, '0')}, ${id(2, '0')}, 'bench', now() + interval '80 days'`,
];
