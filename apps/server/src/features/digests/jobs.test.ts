import { randomUUIDv7 } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';
import { addStatusEntry } from '../../../test/status-entries.ts';
import { CompaniesToTell } from './companies-to-tell.ts';
import { digestKinds } from './digest-kinds.ts';
import { beginWithClock, deliver, plan, server, setClock, tell } from './digest-world.fixture.ts';

beginWithClock();

let act: string;
let owner: Person;

beforeEach(async () => {
  // Nobody of an earlier test is told anything any more.
  await server.owner.query(`
    update users set status = 'suspended'; delete from compliance_items where workspace_id is null;
    delete from planned_hours`);
  act = await addAct(server.services, { name: 'Provident Fund Act' });
  owner = await addPerson(server.services, { company: { employeeCount: 20, state: 'Kerala' } });
});

const subjects = async () => (await tell()).map(({ subject }) => subject).toSorted();
const readers = async () => (await tell()).map((mail) => mail.to.split('@')[0]).toSorted();

function addOnce(title: string, day: string) {
  return addItem(server.services, { act_id: act, title, due_date: day, frequency: 'once' });
}

async function addColleague(role: 'manager' | 'member' | 'viewer' = 'member'): Promise<Person> {
  const person = await addPerson(server.services);
  await join(server.services, person, owner, { role, ...(role === 'viewer' && { until: '2027-12-31' }) });
  return person;
}

function assign(columns: Partial<Record<'responsible_id' | 'deputy_id', string>>): Promise<unknown> {
  return server.owner.query(
    'insert into assignments (workspace_id, act_id, responsible_id, deputy_id) values ($1, $2, $3, $4)',
    [owner.workspaceId, act, columns.responsible_id, columns.deputy_id],
  );
}

describe('a digest', () => {
  test('comes on reminder days, on the day, and 1, 7 and 14 days after, and on no day between', async () => {
    await addOnce('ECR', '2026-12-10');
    const told = [];
    for (let day = Temporal.PlainDate.from('2026-12-01'); day.day <= 26; day = day.add({ days: 1 })) {
      setClock(`${day}`);
      for (const subject of await subjects()) if (!subject.startsWith('This week')) told.push(`${day} ${subject}`);
    }
    expect(told).toEqual([
      '2026-12-03 1 coming up: ECR',
      '2026-12-07 1 coming up: ECR',
      '2026-12-09 1 coming up: ECR',
      '2026-12-10 1 due today: ECR',
      '2026-12-11 1 overdue: ECR',
      '2026-12-17 1 overdue: ECR',
      '2026-12-24 1 overdue: ECR',
    ]);
  });

  test('tells on Saturday of what is due on Sunday', async () => {
    await addOnce('ECR', '2026-11-29');
    setClock('2026-11-28');
    expect((await tell())[0]?.text).toContain('Due Sun, 29 Nov 2026 · tomorrow');
  });

  test('leaves out what was done between planning and sending', async () => {
    const item = await addOnce('ECR', '2026-12-10');
    setClock('2026-12-10');
    await plan();
    await addStatusEntry(server.services, owner, { item, day: '2026-12-10' });
    expect(await deliver()).toEqual([]);
  });

  test('that the mail server took a day late says of which day it is', async () => {
    await addOnce('ECR', '2026-12-10');
    setClock('2026-12-10');
    await plan();
    setClock('2026-12-11', '00:10');
    expect((await deliver()).map(({ subject }) => subject)).toEqual([
      'Your digest of Thu, 10 Dec 2026: 1 due today: ECR',
    ]);
  });

  test('goes to the responsible person, to the deputy while away, and on the day to the owner too', async () => {
    const [asha, ravi] = [await addColleague(), await addColleague()];
    await addOnce('ECR', '2026-12-10');
    await assign({ responsible_id: asha.userId, deputy_id: ravi.userId });
    setClock('2026-12-09');
    expect(await readers()).toEqual([asha.userId]);
    const day = '2026-12-10';
    await server.owner.query(`update users set away_from = $2, away_to = $2 where id = $1`, [asha.userId, day]);
    setClock(day);
    expect(await readers()).toEqual([owner.userId, ravi.userId].toSorted());
  });

  test('is one of all companies, without those in which its reader is a viewer', async () => {
    const consultant = await addColleague('viewer');
    const other = await addPerson(server.services, { company: { employeeCount: 5, state: 'Goa' } });
    await join(server.services, consultant, other, { role: 'member' });
    await addOnce('ECR', '2026-12-10');
    await server.owner.query('insert into assignments (workspace_id, responsible_id) values ($1, $2)', [
      other.workspaceId,
      consultant.userId,
    ]);
    setClock('2026-12-09');
    const [mail, ...more] = (await tell()).filter(({ to }) => to.startsWith(consultant.userId));
    expect(more).toEqual([]);
    expect(mail?.text).toContain(await companyOf(server.services, other));
    expect(mail?.text).not.toContain(await companyOf(server.services, owner));
  });

  test('is made up for when an hour was missed, at its reader’s hour, and never sent twice', async () => {
    await addOnce('ECR', '2026-12-10');
    setClock('2026-12-10', '07:59');
    expect(await subjects()).toEqual([]);
    setClock('2026-12-10', '15:10');
    expect(await subjects()).toHaveLength(1);
    // The clock is set back, and somebody forgets that the hour was planned.
    setClock('2026-12-10', '08:00');
    expect(await subjects()).toEqual([]);
    await server.owner.query('delete from planned_hours');
    expect(await subjects()).toEqual([]);
    setClock('2026-12-18', '06:00');
    await plan();
    const { rows } = await server.owner.query('select day, hour from planned_hours');
    expect(rows).toEqual([{ day: expect.anything(), hour: 6 }]);
  });

  test('comes at the next full hour where an hour is chosen that is over, and not twice', async () => {
    const colleague = await addColleague();
    await addOnce('ECR', '2026-12-10');
    await server.owner.query(
      'insert into assignments (workspace_id, act_id, responsible_id) values ($1, $2, $3), ($4, null, $3)',
      [owner.workspaceId, act, colleague.userId, colleague.workspaceId],
    );
    const put = async (person: Person, whose: string, payload: object) => {
      const url = `/api/notifications/${whose}`;
      const answer = await server.call({ method: 'PUT', url, token: person.token, payload });
      expect([answer.statusCode, answer.json().message]).toEqual([200, 'Saved']);
    };
    const kinds = { digest: true, monday: true, custom: true, escalation: true };
    setClock('2026-12-10', '07:30');
    await put(owner, 'company-defaults', { hour: 7, kinds });
    setClock('2026-12-10', '07:59');
    expect(await readers()).toEqual([]);
    setClock('2026-12-10', '08:00');
    expect(await readers()).toEqual([owner.userId, colleague.userId].toSorted());
    // Who heard today already chooses one that is over, and hears nothing again; what stays the same isn't chosen anew.
    setClock('2026-12-10', '11:20');
    await put(colleague, 'preferences', { hour: 9 });
    await put(owner, 'company-defaults', { hour: 7, kinds: { ...kinds, custom: false } });
    const { rows } = await server.owner.query(
      'select hour_set_at at time zone $2 as at from message_defaults where workspace_id = $1',
      [owner.workspaceId, 'Asia/Kolkata'],
    );
    expect(JSON.stringify(rows)).toContain('07:30');
    setClock('2026-12-10', '12:00');
    expect(await readers()).toEqual([]);
    // The next day has its usual hours; who leaves theirs to the company, where that hour is over, hears a little later.
    setClock('2026-12-11', '08:00');
    expect(await readers()).toEqual([owner.userId]);
    expect(
      (await server.call({ method: 'DELETE', url: '/api/notifications/preferences', token: colleague.token }))
        .statusCode,
    ).toBe(200);
    setClock('2026-12-11', '09:00');
    expect(await readers()).toEqual([colleague.userId]);
    expect(await readers()).toEqual([]);
  });

  test('says nothing of a company that is frozen, and nothing to an address that takes no mail', async () => {
    await addOnce('ECR', '2026-12-10');
    setClock('2026-12-10');
    await server.owner.query(
      `insert into unreachable_addresses (user_id, address, since, error)
       select id, primary_email, now(), '550' from users where id = $1`,
      [owner.userId],
    );
    expect(await subjects()).toEqual([]);
    await addColleague('manager');
    await server.owner.query(`
      begin;
      delete from memberships where workspace_id = '${owner.workspaceId}' and role = 'owner';
      update workspaces set frozen_from = now() - interval '1 day' where id = '${owner.workspaceId}';
      commit;
      delete from unreachable_addresses; delete from planned_hours`);
    expect(await subjects()).toEqual([]);
  });

  test('lets its reader say that their own work is filed, and nobody else’s', async () => {
    const asha = await addColleague();
    await addOnce('ECR', '2026-12-10');
    await assign({ responsible_id: asha.userId });
    setClock('2026-12-10');
    const links = (await tell()).map(({ to, text }) => [
      to.split('@')[0],
      text.match(/Mark as filed: \S+\/filed#\S+/g)?.length ?? 0,
    ]);
    expect(Object.fromEntries(links)).toEqual({ [asha.userId]: 1, [owner.userId]: 0 });
  });

  test('escapes what people wrote', async () => {
    await addOnce('<b>ECR</b> & "more"', '2026-12-10');
    setClock('2026-12-10');
    const [mail] = await tell();
    expect(mail?.html).toContain('&lt;b&gt;ECR&lt;/b&gt; &amp; &quot;more&quot;');
    expect(mail?.html).not.toContain('<b>ECR');
    expect(mail?.text).toContain('- <b>ECR</b> & "more"');
  });

  test('is written in as many statements for many as for one', async () => {
    await addOnce('ECR', '2026-12-10');
    const people = [owner];
    for (let n = 0; n < 4; n++)
      people.push(await addPerson(server.services, { company: { employeeCount: 9, state: 'Goa' } }));
    setClock('2026-12-10');
    const [digest] = digestKinds(server.services, new CompaniesToTell(server.services));
    const messages = people.map(({ userId }) => ({
      ...{ id: randomUUIDv7(), userId, workspaceId: null, kind: 'digest' as const, about: {} },
      ...{ key: `digest:${userId}:2026-12-10`, madeAt: Temporal.Now.instant(), firstName: 'Asha', address: 'a@b.in' },
    }));
    const count = async (batch: typeof messages) => {
      const pool = vi.spyOn(server.services.database.pool, 'query');
      expect(await digest?.compose(batch, server.services.now())).toHaveProperty('size', batch.length);
      const { length } = pool.mock.calls;
      pool.mockRestore();
      return length;
    };
    expect(await count(messages)).toBe(await count(messages.slice(0, 1)));
  });
});

describe('a summary of the week', () => {
  test('is for owner and managers on Mondays, by obligation, with who is responsible', async () => {
    const [manager, member] = [await addColleague('manager'), await addColleague()];
    await addItem(server.services, { act_id: act, title: 'ECR', due_date: '2026-09-15', frequency: 'monthly' });
    await addOnce('Return', '2026-12-18');
    setClock('2026-12-14');
    const mails = (await tell()).filter(({ subject }) => subject.startsWith('This week'));
    expect(mails.map(({ to }) => to.split('@')[0]).toSorted()).toEqual([owner.userId, manager.userId].toSorted());
    expect(mails[0]?.subject).toBe('This week: 2 due this week, 1 overdue');
    expect(mails[0]?.text).toContain('And 2 later');
    expect(mails[0]?.text).toContain('Responsible: Asha Rao');
    expect(mails.some(({ to }) => to.startsWith(member.userId))).toBe(false);
  });
});

describe('a reminder', () => {
  async function remind(person: Person, item: string, at: string): Promise<string> {
    const id = randomUUIDv7();
    await server.owner.query(
      `insert into custom_reminders (id, workspace_id, compliance_item_id, user_id, reminder_at) values ($1, $2, $3, $4, $5)`,
      [id, owner.workspaceId, item, person.userId, at],
    );
    return id;
  }

  test('is mailed at its minute to who set it, whatever became of the occurrence, once', async () => {
    const member = await addColleague();
    const item = await addOnce('ECR', '2027-03-10');
    await addStatusEntry(server.services, owner, { item, day: '2027-03-10' });
    await remind(member, item, '2026-12-10T09:00:00Z');
    setClock('2026-12-10', '14:28');
    expect(await subjects()).toEqual([]);
    setClock('2026-12-10', '14:29');
    expect(await subjects()).toEqual([]);
    setClock('2026-12-10', '14:30');
    const [mail, ...more] = await tell();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Reminder: ECR');
    expect(mail?.to).toContain(member.userId);
    expect(mail?.text).toContain('Thu, 10 Dec 2026, 14:30 IST');
    expect(await subjects()).toEqual([]);
  });

  test('is not mailed when it was acknowledged, its owner left, or no longer has the item', async () => {
    const [left, member] = [await addColleague(), await addColleague()];
    const item = await addOnce('ECR', '2027-03-10');
    const excluded = await addOnce('Return', '2027-03-10');
    const acknowledged = await remind(member, item, '2026-12-10T09:00:00Z');
    await remind(left, item, '2026-12-10T09:00:00Z');
    await remind(member, excluded, '2026-12-10T09:00:00Z');
    setClock('2026-12-10', '14:29');
    await plan();
    await server.owner.query('update custom_reminders set acknowledged_at = now() where id = $1', [acknowledged]);
    await server.owner.query('delete from memberships where user_id = $1 and workspace_id = $2', [
      left.userId,
      owner.workspaceId,
    ]);
    await server.owner.query(
      `insert into exclusions (workspace_id, compliance_item_id, reason, excluded_by) values ($1, $2, 'No', $3)`,
      [owner.workspaceId, excluded, owner.userId],
    );
    setClock('2026-12-10', '14:30');
    expect(await deliver()).toEqual([]);
  });
});
