import { randomUUIDv7 } from 'node:crypto';
import { readClientsAgenda } from '@anupalan/contract/people/clients';
import { describe, expect, test } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';
import { addStatusEntry } from '../../../test/status-entries.ts';
import { beginSession } from '../../identity/sessions.ts';
import { makeToken } from '../api-tokens/token.fixture.ts';
import { act, beginWithConsultant, clients, consultant, monthly, server } from './consultant.fixture.ts';

beginWithConsultant();

async function readAgenda(person: Pick<Person, 'token'>, query = '') {
  const response = await server.call({ url: `/api/companies/agenda${query}`, token: person.token });
  expect(response.statusCode, response.body).toBe(200);
  return readClientsAgenda.answers[200].parse(response.json()).data;
}

describe('GET /companies/agenda', () => {
  test('has each occurrence once, with the companies it falls due for and those that are done', async () => {
    await addStatusEntry(server.services, consultant, { item: monthly, day: '2026-12-15' });
    const due = await readAgenda(consultant, '?from=2026-12-01&to=2026-12-31');
    expect(due).toEqual([
      {
        itemId: monthly,
        title: 'ECR',
        act: 'Provident Fund Act',
        day: '2026-12-15T00:00:00.000Z',
        of: 3,
        settled: 1,
      },
    ]);
  });

  test('has own obligations of a company, which belong to it alone', async () => {
    const [first] = clients;
    if (!first) throw new Error('There is no client');
    const due_date = '2026-12-20';
    const own = await addItem(server.services, {
      act_id: act,
      workspace_id: first.workspaceId,
      title: 'Rent',
      due_date,
    });
    const due = await readAgenda(consultant, '?from=2026-12-20&to=2026-12-20');
    expect(due).toMatchObject([
      { itemId: own, title: 'Rent', of: 1, companyId: await companyOf(server.services, first) },
    ]);
    const stranger = await addPerson(server.services, { company: { employeeCount: 20, state: 'Kerala' } });
    expect(await readAgenda(stranger, '?from=2026-12-20&to=2026-12-20')).toEqual([]);
  });

  test('has those also that fell due before they were written down', async () => {
    const [first] = clients;
    if (!first) throw new Error('There is no client');
    await addItem(server.services, {
      act_id: act,
      workspace_id: first.workspaceId,
      title: 'Audit',
      due_date: '2026-11-10',
      frequency: 'once',
      created_at: '2026-11-20',
    });
    const due = await readAgenda(consultant, '?from=2026-11-10&to=2026-11-10');
    expect(due).toMatchObject([{ title: 'Audit', of: 1, settled: 0 }]);
  });

  test('has for a viewer the days of their period alone', async () => {
    const [first] = clients;
    if (!first) throw new Error('There is no client');
    const viewer = await addPerson(server.services);
    const period = { from_day: '2026-11-20', to_day: '2026-11-30' };
    await join(server.services, viewer, first, { role: 'viewer', until: '2026-12-31', ...period });
    expect((await readAgenda(viewer)).map(({ day }) => day.slice(0, 10))).toEqual(['2026-11-25']);
  });

  describe('with duties of events (R-clients-6)', () => {
    /** A duty of an event of the first client, which the consultant is a member of. */
    async function addDuty({ recordedBy, ...event }: { recordedBy: Person; visibility?: string; named?: string[] }) {
      const [first] = clients;
      if (!first) throw new Error('There is no client');
      const { workspaceId } = first;
      const [eventId, dutyId] = [randomUUIDv7(), randomUUIDv7()];
      await server.owner.query(
        `insert into events (workspace_id, id, kind, edition, definition, visibility, state, label, happened_at, named,
           recorded_by)
         values ($1, $2, 'joins', '1', '{"name": "Somebody joins"}', $3, 'Kerala', 'A-18', '2026-11-20', $4, $5)`,
        [workspaceId, eventId, event.visibility ?? 'company', event.named ?? [], recordedBy.userId],
      );
      await server.owner.query(
        `insert into event_duties (workspace_id, id, event_id, position, title, act_id, act, definition, standing,
           due_day, due_at)
         values ($1, $2, $3, 1, 'Appointment letter', $4, 'Code on Wages', '{}', 'open', '2026-11-24',
           '2026-11-24T04:30:00Z')`,
        [workspaceId, dutyId, eventId, act],
      );
      return { eventId, dutyId, companyId: await companyOf(server.services, first), owner: first };
    }
    const dutiesIn = async (who: Pick<Person, 'token'>) =>
      (await readAgenda(who)).filter(({ event }) => event !== undefined);

    test('each by itself, with its event and the company, done with or not', async () => {
      const { eventId, dutyId, companyId, owner } = await addDuty({ recordedBy: consultant });
      const duty = {
        ...{ itemId: dutyId, title: 'Appointment letter', act: 'Code on Wages', day: '2026-11-24T00:00:00.000Z' },
        ...{ of: 1, settled: 0, companyId },
        event: {
          ...{ _id: eventId, kindName: 'Somebody joins', label: 'A-18', companyName: 'Rao & Sons' },
          dueAt: '2026-11-24T04:30:00.000Z',
        },
      };
      expect(await dutiesIn(consultant)).toEqual([duty]);
      expect((await readAgenda(consultant)).map(({ day }) => day.slice(8, 10))).toEqual(['15', '24', '25', '15']);
      expect(await dutiesIn(await addPerson(server.services, { company: { employeeCount: 9, state: 'Goa' } }))).toEqual(
        [],
      );
      const [viewer, other] = [await addPerson(server.services), await addPerson(server.services)];
      await join(server.services, viewer, owner, { role: 'viewer', until: '2026-12-31', acts: [act] });
      const otherAct = await addAct(server.services, { name: 'Other act' });
      await join(server.services, other, owner, { role: 'viewer', until: '2026-12-31', acts: [otherAct] });
      expect([await dutiesIn(viewer), await dutiesIn(other)]).toEqual([[duty], []]);
      await server.owner.query('update events set closed_at = now() where id = $1', [eventId]);
      expect(await dutiesIn(consultant)).toEqual([]);
      await server.owner.query(`update event_duties set recorded = 'done', settled_at = now() where id = $1`, [dutyId]);
      expect(await dutiesIn(consultant)).toEqual([{ ...duty, settled: 1 }]);
    });

    test('of a complaint for who recorded it and who is named, and for no owner, impersonator or token', async () => {
      const named = await addPerson(server.services);
      const { owner, companyId } = await addDuty({
        ...{ recordedBy: consultant, visibility: 'named', named: [named.userId] },
      });
      expect(await dutiesIn(named)).toEqual([]);
      await join(server.services, named, owner, { role: 'member' });
      expect([(await dutiesIn(consultant)).length, (await dutiesIn(named)).length]).toEqual([1, 1]);
      const admin = await addPerson(server.services, { role: 'admin' });
      const device = { device: 'test', impersonatorId: admin.userId };
      const impersonated = await beginSession(server.services.database.db, { userId: named.userId, ...device });
      const apiToken = await makeToken(server, { ...named, companyId });
      const others = [owner, admin, { token: impersonated }, apiToken];
      expect(await Promise.all(others.map(dutiesIn))).toEqual([[], [], [], []]);
    });
  });

  test('comes by day', async () => {
    const due = await readAgenda(consultant);
    expect(due.map(({ day }) => day.slice(0, 10))).toEqual(['2026-11-15', '2026-11-25', '2026-12-15']);
  });

  test.each([
    ['?from=2026-12-02&to=2026-12-01', 'The last day must not be before the first'],
    ['?from=2026-01-01&to=2026-12-01', 'Please choose at most 93 days'],
    ['?from=soon', 'Invalid date format'],
  ])('refuses %s', async (query, message) => {
    const response = await server.call({ url: `/api/companies/agenda${query}`, token: consultant.token });
    expect(response.statusCode).toBe(400);
    expect(JSON.stringify(response.json())).toContain(message);
  });
});
