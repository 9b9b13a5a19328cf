import { randomUUID } from 'node:crypto';
import { addPerson, callApi, registerByApi } from '../e2e/api.ts';
import { makePerson } from '../e2e/people.ts';
import type { Server } from '../e2e/server.ts';

/** A write that the server answered, and the statement that finds what it left by `$1`. */
export interface Acknowledged {
  readonly find: string;
  readonly key: string;
}

/** Something that a person does: one or several calls, each acknowledged by itself. */
export type Write = (acknowledge: (write: Acknowledged) => void) => Promise<void>;

export const FIND = {
  status: 'select note as key from status_records where note = any($1)',
  payment: 'select description as key from payment_dates where description = any($1)',
  submission: 'select description as key from submission_dates where description = any($1)',
  act: 'select name as key from acts where name = any($1)',
  item: 'select title as key from compliance_items where title = any($1)',
  user: `select primary_email as key from users where status = 'active' and primary_email = any($1)`,
  order: 'select order_id as key from orders where order_id = any($1)',
  paid: `select primary_email as key from users u where role = 'premium' and primary_email = any($1)
    and exists (select from subscriptions where user_id = u.id)
    and exists (select from orders o join receipts r on r.order_id = o.id where o.user_id = u.id)`,
  mail: `select key from unnest($1::text[]) key where exists (
    select from outgoing_mail where position(key in text) > 0
    union all
    select from pgboss.job where state in ('created', 'retry', 'active') and position(key in data->>'text') > 0)`,
  message: 'select message as key from contact_messages where message = any($1)',
};

/** Makes the writers: each kind of writing that the product knows, by people of its own. */
export async function makeWriters(server: Server): Promise<Write[]> {
  const { pool } = await server.connect();
  const premium = await addPerson(server, makePerson('Meera'));
  const admin = await addPerson(server, makePerson('Admin'));
  await pool.query(`update users set role = 'premium' where id = $1`, [premium.id]);
  await pool.query(`update users set role = 'admin' where id = $1`, [admin.id]);
  const { rows } = await pool.query<{ id: string }>(
    `select id from compliance_items where state = '-' and conditions = '[]' and min_employees = 0 limit 20`,
  );
  const acts = await pool.query<{ id: string; name: string }>('select id, name from acts limit 1');
  const act = { id: acts.rows[0]?.id ?? '', name: acts.rows[0]?.name ?? '' };
  const items = rows.map(({ id }) => `/compliance/data/${id}`);
  let days = 0;
  const next = () => {
    days += 1;
    const day = Temporal.PlainDate.from('2026-11-22').add({ days: (days % 700) - 350 });
    return { item: items[days % items.length] ?? '', day: day.toString(), key: `key ${randomUUID()}` };
  };
  const send = (method: string, path: string, body: object, { token }: { token: string }) =>
    callApi(server, method, path, body, token);
  const daily = { title: `Daily ${randomUUID()}`, state: '-', dueDate: { date: FIRST_DAY, frequency: 'daily' } };
  await send('POST', '/compliance/data', { actId: act.id, ...daily }, admin);
  return [
    async (acknowledge) => {
      const { item, day, key } = next();
      const body = { userId: premium.id, forDate: day, status: 'done', note: key };
      await send('PATCH', `${item}/status`, body, premium);
      acknowledge({ find: FIND.status, key });
    },
    async (acknowledge) => {
      const { item, day, key } = next();
      await send('PATCH', `${item}/note`, { userId: premium.id, forDate: day, note: key }, premium);
      acknowledge({ find: FIND.status, key });
    },
    async (acknowledge) => {
      const { item, day, key } = next();
      await send('POST', `${item}/payment-dates`, { date: day, amount: 12.5, description: key }, premium);
      acknowledge({ find: FIND.payment, key });
    },
    async (acknowledge) => {
      const { item, day, key } = next();
      await send('POST', `${item}/submission-dates`, { date: day, description: key }, premium);
      acknowledge({ find: FIND.submission, key });
    },
    async (acknowledge) => {
      const { day, key } = next();
      const dueDate = { date: day, frequency: 'monthly' };
      await send('POST', '/compliance/data', { actId: act.id, title: key, state: '-', dueDate }, admin);
      acknowledge({ find: FIND.item, key });
    },
    async (acknowledge) => {
      const { key } = next();
      await send('POST', '/acts', { name: key, state: '-', description: '<p>x</p>' }, admin);
      acknowledge({ find: FIND.act, key });
    },
    async (acknowledge) => {
      const person = makePerson('Buyer');
      const { token } = await registerByApi(server, person);
      acknowledge({ find: FIND.user, key: person.email });
      const order = await send('POST', '/payments/create-order', { amount: 3999 }, { token });
      acknowledge({ find: FIND.order, key: order.order_id });
      await send('POST', `/payments/local/${order.payment_session_id}`, { action: 'pay' }, { token });
      acknowledge({ find: FIND.paid, key: person.email });
    },
    async (acknowledge) => {
      const { key } = next();
      await importStatuses(server, premium, { act: act.name, title: daily.title }, `${IMPORTED}${key}`);
      acknowledge({ find: FIND.status, key: `${IMPORTED}${key}` });
    },
    async (acknowledge) => {
      const { key } = next();
      await callApi(server, 'POST', '/contact', {
        name: 'Asha',
        email: makePerson().email,
        subject: 'general',
        message: key,
      });
      acknowledge({ find: FIND.message, key });
    },
  ];
}

/** Rows of each import, and how the notes of its records begin. */
export const IMPORT_ROWS = 60;
export const IMPORTED = 'import ';

/** First day of the item whose statuses are imported, and the days from it on which an import may begin. */
const FIRST_DAY = Temporal.Now.plainDateISO('Asia/Kolkata').subtract({ years: 9 }).toString();
const DAYS = 3_000;

/** Imports past statuses of a daily item with one note, each for another day. */
async function importStatuses(
  server: Server,
  { token }: { token: string },
  { act, title }: { act: string; title: string },
  note: string,
): Promise<void> {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const start = Temporal.PlainDate.from(FIRST_DAY).add({ days: Math.floor(Math.random() * DAYS) });
  const rows = Array.from(
    { length: IMPORT_ROWS },
    (_, n) => `${quoted(act)},${quoted(title)},${start.add({ days: n })},Done,${note}`,
  );
  const form = new FormData();
  form.append('existing', 'update');
  form.append('file', new Blob([['Act,Obligation,Due date,Status,Note', ...rows].join('\n')]), 'rows.csv');
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${server.url}/api/imports/statuses`, { method: 'POST', headers, body: form });
  if (!response.ok)
    throw new Error(`POST /imports/statuses: ${response.status} ${(await response.text()).slice(0, 500)}`);
}
