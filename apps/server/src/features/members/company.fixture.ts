import { todayInIndia } from '@anupalan/domain/calendar-day';
import type { MemberRole } from '@anupalan/domain/members';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import type { TestApp } from '../../../test/harness.ts';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';

/** Somebody of a company: `companyId` is the company that their calls are about. */
export interface Colleague extends Person {
  readonly email: string;
  readonly companyId: string;
  readonly role: MemberRole;
}

/** A company with an owner, on the plan of the owner's role. */
export async function openCompany(server: TestApp, role: 'user' | 'premium' = 'user'): Promise<Colleague> {
  const owner = await addPerson(server.services, { role, company: { employeeCount: 25, state: 'Karnataka' } });
  return { ...named(owner), companyId: await companyOf(server.services, owner), role: 'owner' };
}

/** Adds somebody with an account to a company. */
export async function addColleague(
  server: TestApp,
  { workspaceId, companyId }: Pick<Colleague, 'workspaceId' | 'companyId'>,
  role: Exclude<MemberRole, 'owner'>,
  as: 'user' | 'premium' = 'user',
): Promise<Colleague & { memberId: string }> {
  const person = named(await addPerson(server.services, { role: as }));
  const until = role === 'viewer' ? { until: daysFromNow(30) } : {};
  const memberId = await join(server.services, person, { workspaceId }, { role, ...until });
  return { ...person, workspaceId, companyId, role, memberId };
}

/** Somebody who is in no company yet; without a password, whose hash takes its time. */
export async function addSomebody({ services }: TestApp, role: 'user' | 'premium' | 'admin' = 'user') {
  return named(await addPerson(services, { role }));
}

function named(person: Person) {
  return { ...person, email: `${person.userId}@example.in` };
}

/** Makes a call in the name of somebody, about their company. */
export function ask(
  { call }: TestApp,
  { token, companyId }: Pick<Colleague, 'token' | 'companyId'>,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
) {
  const headers: InjectOptions['headers'] = { 'x-company': companyId };
  return call({ method, url: `/api${path}`, token, headers, ...(payload && { payload }) });
}

/** Who is in a company, as `role of the person's id`. */
export async function listRoles({ services: { database } }: TestApp, { workspaceId }: Pick<Person, 'workspaceId'>) {
  const rows = await database.db
    .selectFrom('memberships')
    .select(['user_id', 'role'])
    .where('workspace_id', '=', workspaceId)
    .execute();
  return Object.fromEntries(rows.map(({ user_id, role }) => [user_id, role]));
}

/** What the activity of a company says, oldest first. */
export async function listActivity({ services: { database } }: TestApp, { workspaceId }: Pick<Person, 'workspaceId'>) {
  return await database.db
    .selectFrom('activity')
    .select(['what', 'by', 'about'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .execute();
}

const QueuedMail = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() });

/** The queued mails to an address, oldest first. */
export function mailsTo({ enqueued }: TestApp, to: string) {
  return enqueued.map(({ data }) => QueuedMail.parse(data)).filter((mail) => mail.to === to);
}

/** The token of the newest invitation that was mailed to an address. */
export function readInvitation(server: TestApp, to: string): string {
  const token = mailsTo(server, to)
    .map(({ text }) => /\/invitation#([\w-]{43})/.exec(text)?.[1])
    .findLast((found) => found !== undefined);
  if (!token) throw new Error(`No invitation was mailed to ${to}`);
  return token;
}

/** Invites an address. @returns the token of the mailed link */
export async function inviteByMail(
  server: TestApp,
  by: Pick<Colleague, 'token' | 'companyId'>,
  email: string,
  form: object = { role: 'member' },
): Promise<string> {
  const response = await ask(server, by, 'POST', '/invitations', { email, ...form });
  if (response.statusCode !== 201) throw new Error(`Inviting answered ${response.body}`);
  return readInvitation(server, email);
}

/** Makes the links of an address so much older. */
export async function letInvitationsAge({ services }: TestApp, email: string, age: string): Promise<void> {
  await services.database.db
    .updateTable('invitations')
    .set({
      sent_at: sql<Date>`sent_at - ${age}::interval`,
      expires_at: sql<Date>`expires_at - ${age}::interval`,
      closed_at: sql<Date>`closed_at - ${age}::interval`,
    })
    .where('email', '=', email)
    .execute();
}

/** Erases somebody by an administrator of the platform: companies of theirs that others work in have no owner then. */
export async function eraseUser(server: TestApp, { userId }: Pick<Person, 'userId'>) {
  const { token } = await addSomebody(server, 'admin');
  return await server.call({ method: 'DELETE', url: `/api/users/${userId}`, token });
}

/** A day so many days from today, as `2026-11-22`. */
export function daysFromNow(days: number): string {
  return todayInIndia(Temporal.Now.instant()).add({ days }).toString();
}
