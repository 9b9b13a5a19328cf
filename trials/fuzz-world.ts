import type { Pool } from 'pg';
import { hashSecret } from '../apps/server/src/identity/secrets.ts';
import { beginSession } from '../apps/server/src/identity/sessions.ts';
import { violatedForeignKey } from '../apps/server/src/platform/postgres/database-errors.ts';
import { addAct, addField, addItem } from '../apps/server/test/catalogue.ts';
import type { TestApp } from '../apps/server/test/harness.ts';
import { addPerson, type Person } from '../apps/server/test/people.ts';
import type { Known } from './make-up.ts';

/** Who calls, in turn. */
export const ROLES = [
  'free',
  'admin',
  'premium',
  'impersonator',
  'admin',
  'free',
  'nobody',
  'premium',
  'stale',
] as const;
export type FuzzRole = (typeof ROLES)[number];

const COMPANY = { employeeCount: 20, state: 'Kerala' } as const;

const UNKNOWN_ID = '0199f000-0000-7000-8000-000000000000';

/** The catalogue and the documents for everybody, which only administrators change. */
const CATALOGUE = ['acts', 'compliance_fields', 'compliance_items', 'compliance_values', 'hr_documents'];

/** What strangers may change of somebody: a code that is asked for their address, and that it was mailed. */
const STRANGERS_MAY = ['one_time_codes', 'audit_log', 'rate_limits', 'mail_log'];

let passwordHash: string | undefined;

/** Somebody with a password, a company and something recorded. */
async function addResident(server: TestApp, role: 'user' | 'premium' | 'admin'): Promise<Person> {
  const { pool } = server.services.database;
  const person = await addPerson(server.services, { role, company: COMPANY });
  passwordHash ??= await hashSecret('Right-horse-9');
  await pool.query('update users set password_hash = $1 where id = $2', [passwordHash, person.userId]);
  const { rows } = await pool.query<{ id: string }>('select id from compliance_items order by id limit 3');
  for (const { id } of rows) {
    const path = `/api/compliance/data/${id}`;
    const { userId, token } = person;
    const send = (method: 'PATCH' | 'POST', what: string, payload: object) =>
      server.call({ method, url: `${path}/${what}`, token, payload: { userId, ...payload } });
    await send('PATCH', 'status', { forDate: '2026-11-15', status: 'done', note: 'Paid' });
    await send('POST', 'payment-dates', { date: '2026-11-15', amount: 12.5 });
    await send('POST', 'submission-dates', { date: '2026-11-15' });
  }
  return person;
}

export async function fillCatalogue({ services }: TestApp): Promise<void> {
  const act_id = await addAct(services);
  const field = await addField(services);
  for (let item = 0; item < 5; item++) await addItem(services, { act_id }, { [field]: 'text' });
}

export interface Caller {
  readonly person: Person;
  /** The token of the moment; one that a call ended is followed by another, while there is an account. */
  renew(): Promise<string | undefined>;
}

export async function addCaller(server: TestApp, role: FuzzRole): Promise<Caller> {
  const { db } = server.services.database;
  const person = await addResident(server, role === 'admin' || role === 'premium' ? role : 'user');
  const { userId } = person;
  if (role === 'nobody') return { person, renew: async () => undefined };
  if (role === 'stale') return { person, renew: async () => 'x'.repeat(43) };
  const impersonator = role === 'impersonator' ? await addPerson(server.services, { role: 'admin' }) : null;
  const impersonatorId = impersonator && { impersonatorId: impersonator.userId };
  const renew = () => beginSession(db, { userId, device: 'fuzz', ...impersonatorId }).catch(endIfErased);
  return { person, renew };
}

/** Who has erased their account goes on as nobody. */
function endIfErased(error: unknown): undefined {
  if (violatedForeignKey(error) === null) throw error;
}

export function addForeigner(server: TestApp): Promise<Person> {
  return addResident(server, 'premium');
}

/** The ids of rows of these people and of everybody, and what is no id. */
export async function listKnown(pool: Pool, people: readonly Person[]): Promise<Known> {
  const shared = ['acts', 'compliance_fields', 'compliance_items', 'hr_documents', 'job_postings', 'contact_messages'];
  const owned = (await listOwned(pool)).filter(({ hasId }) => hasId);
  const queries = [
    ...shared.map((table) => `(select '${table}' as name, id::text from ${table} order by id desc limit 8)`),
    ...owned.map(
      ({ table, column }) => `(select '${table}' as name, id::text from ${table} where ${column} = any($1) limit 8)`,
    ),
  ];
  const keys = people.flatMap(({ userId, workspaceId }) => [userId, workspaceId]);
  const { rows } = await pool.query<{ name: string; id: string }>(queries.join(' union all '), [keys]);
  const ids = Object.groupBy(rows, ({ name }) => name);
  const emails = await pool.query<{ email: string }>('select primary_email as email from users where id = any($1)', [
    keys,
  ]);
  return {
    ids: Object.fromEntries(Object.entries(ids).map(([name, found = []]) => [name, found.map(({ id }) => id)])),
    others: [UNKNOWN_ID, 'nonsense', '%2e%2e', '1'],
    emails: [...emails.rows.map(({ email }) => email), `new-${emails.rows[0]?.email}`, 'not an address'],
  };
}

/** A digest of each table's rows of a person and their workspace, and of the catalogue. */
export async function takePrint(pool: Pool, { userId, workspaceId }: Person): Promise<Record<string, string>> {
  const owned = (await listOwned(pool)).filter(({ table }) => !STRANGERS_MAY.includes(table));
  const digest = "md5(coalesce(string_agg(row::text, chr(10) order by row::text), ''))";
  const queries = [
    ...owned.map(
      ({ table, column }) =>
        `select '${table}.${column}' as name, (select ${digest} from ${table} as row where ${column} = any($1)) as sum`,
    ),
    // Companies' own acts and items are theirs.
    ...CATALOGUE.map(
      (table) => `select '${table}' as name, (
        select ${digest} from ${table} as row where to_jsonb(row) ->> 'workspace_id' is null) as sum`,
    ),
  ];
  const { rows } = await pool.query<{ name: string; sum: string }>(queries.join(' union all '), [
    [userId, workspaceId],
  ]);
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

let ownedColumns: { table: string; column: string; hasId: boolean }[] | undefined;

/** The columns that say whose a row is. */
async function listOwned(pool: Pool): Promise<{ table: string; column: string; hasId: boolean }[]> {
  if (ownedColumns) return ownedColumns;
  const { rows } = await pool.query<{ table: string; column: string; hasId: boolean }>(
    `select c.table_name::text as table, c.column_name::text as column,
            exists (select from information_schema.columns i
                    where i.table_name = c.table_name and i.table_schema = 'public' and i.column_name = 'id') as "hasId"
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.udt_name = 'uuid'
       and (c.column_name in ('workspace_id', 'user_id', 'owner_id')
            or (c.table_name in ('users', 'workspaces') and c.column_name = 'id'))`,
  );
  ownedColumns = rows;
  return rows;
}
