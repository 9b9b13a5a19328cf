import { randomUUIDv7 } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { addPerson, join, type Person } from '../../../test/people.ts';
import { addStatusEntry } from '../../../test/status-entries.ts';
import { beginWithClock, server, setClock, tell } from './digest-world.fixture.ts';

beginWithClock();

let act: string;
let owner: Person;

beforeEach(async () => {
  // Nobody of an earlier test is told anything any more.
  await server.owner.query('delete from users; delete from compliance_items; delete from planned_hours');
  act = await addAct(server.services, { name: 'Provident Fund Act' });
  owner = await addPerson(server.services, { company: { employeeCount: 20, state: 'Kerala' } });
});

const subjects = async () => (await tell()).map(({ subject }) => subject).toSorted();

function addOnce(title: string, day: string) {
  return addItem(server.services, { act_id: act, title, due_date: day, frequency: 'once' });
}

describe('digests', () => {
  test('tell of reminder days, the day, and 1, 7 and 14 days after, and of nothing on the days between', async () => {
    await addOnce('ECR', '2026-12-10');
    const told = [];
    for (const [from, days] of [['2026-12-01', 26]] as const) {
      for (let n = 0; n < days; n++) {
        const day = Temporal.PlainDate.from(from).add({ days: n });
        setClock(`${day}`);
        for (const { subject } of await tell()) if (!subject.startsWith('This week')) told.push(`${day} ${subject}`);
      }
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

  test('leave out what was done between planning and sending', async () => {
    const item = await addOnce('ECR', '2026-12-10');
    setClock('2026-12-10');
    expect(await subjects()).toHaveLength(1);
    await server.owner.query('delete from messages; delete from planned_hours');
    await addStatusEntry(server.services, owner, { item, day: '2026-12-10' });
    expect(await subjects()).toEqual([]);
  });

  test('go to the responsible person, to the deputy while away, and on the day to the owner too', async () => {
    const [asha, ravi] = [await addPerson(server.services), await addPerson(server.services)];
    for (const person of [asha, ravi]) await join(server.services, person, owner, { role: 'member' });
    await addOnce('ECR', '2026-12-10');
    await server.owner.query(
      'insert into assignments (workspace_id, act_id, responsible_id, deputy_id) values ($1, $2, $3, $4)',
      [owner.workspaceId, act, asha.userId, ravi.userId],
    );
    const to = async () => (await tell()).map((mail) => mail.to.split('@')[0]).toSorted();
    setClock('2026-12-09');
    expect(await to()).toEqual([asha.userId]);
    await server.owner.query(`update users set away_from = '2026-12-10', away_to = '2026-12-10' where id = $1`, [
      asha.userId,
    ]);
    setClock('2026-12-10');
    expect(await to()).toEqual([owner.userId, ravi.userId].toSorted());
  });
});

export const unused = randomUUIDv7;
