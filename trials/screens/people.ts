import { randomUUIDv7 } from 'node:crypto';
import { todayInIndia } from '@anupalan/domain/calendar-day';
import { pdf } from '../../apps/server/test/forms.ts';
import { addPerson, callApi } from '../../e2e/api.ts';
import { makePerson } from '../../e2e/people.ts';
import type { Server } from '../../e2e/server.ts';

interface Session {
  readonly id: string;
  readonly token: string;
}

const today = todayInIndia(Temporal.Now.instant());
const dayIn = (days: number) => today.add({ days }).toString();

/** Somebody who owns two companies, the first with something of everything. */
export async function addOwner(server: Server): Promise<Session> {
  const owner = await addPerson(server, makePerson());
  const member = await addPerson(server, makePerson('Ravi'));
  const { db } = await server.connect();
  await db.updateTable('users').set({ role: 'premium' }).where('id', '=', owner.id).execute();
  const { workspace_id } = await db
    .selectFrom('memberships')
    .select('workspace_id')
    .where('user_id', '=', owner.id)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('memberships')
    .values({ workspace_id, user_id: member.id, id: randomUUIDv7(), role: 'member' })
    .execute();
  const ask = (path: string, form: object, method = 'POST') => callApi(server, method, path, form, owner.token);
  const [item = ''] = await listItems(server, owner);
  await record(server, owner, item);
  await ask('/assignments', { scope: 'company', responsible: owner.id, checker: member.id }, 'PUT');
  await ask('/registrations', { kind: 'epf', number: 'MHBAN0012345000' });
  await ask('/events', { kind: 'joins', state: 'Maharashtra', label: 'A-19', happenedAt: dayIn(-3) });
  await ask('/holidays', { userId: owner.id, day: dayIn(9), name: 'Founder’s day' });
  await ask('/invitations', { email: 'asked@example.in', role: 'viewer', until: dayIn(90) });
  await ask('/calendar-feeds', { kind: 'person' });
  await ask('/packs', { from: dayIn(-200), to: dayIn(0) });
  await ask('/companies', { companyName: 'Deccan Foods', state: 'Karnataka', employeeCount: 40 });
  return owner;
}

async function listItems(server: Server, { token }: Session): Promise<string[]> {
  const answer = await fetch(`${server.url}/api/compliance/data`, { headers: { authorization: `Bearer ${token}` } });
  const { data } = (await answer.json()) as { data: { _id: string }[] };
  return data.map(({ _id }) => _id);
}

/** Records of an obligation a status, a payment with its challan, a submission and a reminder. */
async function record(server: Server, { id, token }: Session, item: string): Promise<void> {
  const ask = (path: string, form: object, method = 'POST') =>
    callApi(server, method, `/compliance/data/${item}/${path}`, { userId: id, ...form }, token);
  await ask('status', { forDate: dayIn(-13), status: 'done', note: 'Paid' }, 'PATCH');
  await ask('payment-dates', { date: dayIn(-13), amount: 1234.5 });
  await ask('submission-dates', { date: dayIn(-13), description: 'Filed' });
  await ask('reminders', { reminderDate: '2099-12-15T10:30:00Z' });
  const { db } = await server.connect();
  const payment = await db.selectFrom('payment_dates').select('id').executeTakeFirstOrThrow();
  const body = new FormData();
  body.append('paymentDateId', payment.id);
  body.append('file', new File([Uint8Array.from(pdf())], 'challan.pdf', { type: 'application/pdf' }));
  const headers = { authorization: `Bearer ${token}` };
  const sent = await fetch(`${server.url}/api/evidence`, { method: 'POST', headers, body });
  if (!sent.ok) throw new Error(await sent.text());
}

export async function addAdministrator(server: Server): Promise<Session> {
  const administrator = await addPerson(server, makePerson('Hema'));
  const { db } = await server.connect();
  await db.updateTable('users').set({ role: 'admin' }).where('id', '=', administrator.id).execute();
  return administrator;
}
