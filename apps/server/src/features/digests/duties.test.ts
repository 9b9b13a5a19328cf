import { randomUUIDv7 } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';
import { beginSession } from '../../identity/sessions.ts';
import { CompaniesToTell } from './companies-to-tell.ts';
import { countTold } from './count-told.ts';
import { beginWithClock, server, setClock, tell } from './digest-world.fixture.ts';

beginWithClock();

let owner: Person;
let asha: Person;

beforeEach(async () => {
  // Nobody of an earlier test is told anything any more. It is a Monday, on which the others' summary says nothing.
  await server.owner.query(`
    update users set status = 'suspended'; delete from compliance_items where workspace_id is null;
    delete from planned_hours`);
  owner = await addPerson(server.services, { company: { employeeCount: 20, state: 'Kerala' } });
  asha = await addColleague('member');
  setClock('2026-12-14');
});

async function addColleague(role: 'manager' | 'member'): Promise<Person> {
  const person = await addPerson(server.services);
  await join(server.services, person, owner, { role });
  return person;
}

/** An event with a duty that is due on the Monday. */
async function addDuty({ title = 'Return', complaintOf = '' } = {}): Promise<{ event: string; duty: string }> {
  const [event, duty] = [randomUUIDv7(), randomUUIDv7()];
  const named = complaintOf ? [complaintOf] : [];
  await server.owner.query(
    `insert into events (workspace_id, id, kind, edition, definition, visibility, state, label, happened_at, named,
       recorded_by)
     values ($1, $2, 'an-event', '1', '{"name": "Event"}', $3, '-', 'A. B.', now(), $4, $5)`,
    [owner.workspaceId, event, complaintOf ? 'named' : 'company', named, complaintOf || owner.userId],
  );
  await server.owner.query(
    `insert into event_duties (workspace_id, id, event_id, position, title, definition, standing, due_day)
     values ($1, $2, $3, 1, $4, '{}', 'open', '2026-12-14')`,
    [owner.workspaceId, duty, event, title],
  );
  return { event, duty };
}

/** What was recorded of a duty waits for somebody's check. */
async function wait(duty: string, { by, checker, seenBy }: { by: Person; checker: Person; seenBy?: Person[] }) {
  await server.owner.query(
    `insert into checks (workspace_id, id, duty_id, seen_by, status, note, made_at, author_id, in_name_of, waits_for)
     values ($1, $2, $3, $4, 'done', '', now(), $5, $5, $6)`,
    [owner.workspaceId, randomUUIDv7(), duty, seenBy?.map(({ userId }) => userId), by.userId, checker.userId],
  );
  await server.owner.query(`update event_duties set checking = '{"status": "done"}' where id = $1`, [duty]);
}

const told = async () => (await tell()).map(({ to, subject }) => [to.split('@')[0], subject]);

test('a duty that waits for its check is told of to its checker, and to nobody as due', async () => {
  const { duty } = await addDuty();
  const manager = await addColleague('manager');
  await wait(duty, { by: manager, checker: asha });
  const mails = (await told()).filter(([, subject]) => !subject?.startsWith('This week'));
  expect(mails).toEqual([[asha.userId, '1 to check: Return, A. B.']]);
});

test('one that came back from its check is due as before', async () => {
  const { duty } = await addDuty();
  await server.owner.query(`update event_duties set checking = '{"status": "done", "reason": "No"}' where id = $1`, [
    duty,
  ]);
  expect(await told()).toContainEqual([owner.userId, '1 due today: Return']);
});

test('a complaint is told of to those who see it, and of nothing but that something is due', async () => {
  await addColleague('manager');
  const { event } = await addDuty({ title: 'Begin the inquiry', complaintOf: asha.userId });
  const mails = await tell();
  expect(mails.map(({ to }) => to.split('@')[0])).toEqual([asha.userId]);
  expect(mails[0]?.subject).toBe('Your digest of Mon, 14 Dec 2026');
  expect(mails[0]?.text).toContain(`/company/events?event=${event}`);
  expect(mails[0]?.text).not.toMatch(/inquiry|complaint|A\. B\./i);
});

test('a record of a complaint waits in the mail of who sees it alone, without what it is about', async () => {
  const manager = await addColleague('manager');
  const { duty } = await addDuty({ title: 'Begin the inquiry', complaintOf: asha.userId });
  await wait(duty, { by: manager, checker: asha, seenBy: [asha] });
  const mails = await tell();
  expect(mails.map(({ to, subject }) => [to.split('@')[0], subject])).toEqual([
    [asha.userId, 'Your digest of Mon, 14 Dec 2026'],
  ]);
  expect(mails[0]?.text).toContain('Restricted record');
  expect(mails[0]?.text).not.toMatch(/inquiry|A\. B\./i);
});

test('neither subjects nor pushes count complaints, and whoever impersonates reads no subjects', async () => {
  const act = await addAct(server.services);
  const [{ event }, { duty }] = [
    await addDuty({ complaintOf: asha.userId }),
    await addDuty({ complaintOf: asha.userId }),
  ];
  await wait(duty, { by: owner, checker: asha, seenBy: [asha] });
  const message = { id: event, userId: asha.userId, kind: 'digest', key: `digest:${asha.userId}:2026-12-14` };
  const count = async () => {
    const companies = new CompaniesToTell(server.services);
    return countTold(server.services, companies, { messages: [message], now: server.services.now() });
  };
  expect([...(await count())]).toEqual([]);
  const due = { act_id: act, title: 'ECR', due_date: '2026-12-14', frequency: 'once' } as const;
  await addItem(server.services, due);
  await server.owner.query('insert into assignments (workspace_id, act_id, responsible_id) values ($1, $2, $3)', [
    ...[owner.workspaceId, act, asha.userId],
  ]);
  expect([...(await count())]).toEqual([[event, 1]]);
  expect(await told()).toContainEqual([asha.userId, '1 due today: ECR']);

  const administrator = await addPerson(server.services, { role: 'admin' });
  const by = { userId: asha.userId, device: 'test', impersonatorId: administrator.userId };
  const impersonated = await beginSession(server.services.database.db, by);
  const subjects = async (token: string) => {
    const headers = { 'x-company': await companyOf(server.services, owner) };
    const response = await server.call({ method: 'GET', url: '/api/sent', token, headers });
    return response.json().data.map(({ subject }: { subject: string | null }) => subject);
  };
  expect(await subjects(asha.token)).toEqual(['1 due today: ECR']);
  expect(await subjects(impersonated)).toEqual([null]);
});
