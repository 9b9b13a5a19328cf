import { readClientsAgenda } from '@anupalan/contract/people/clients';
import { describe, expect, test } from 'vitest';
import { addItem } from '../../../test/catalogue.ts';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';
import { addStatusEntry } from '../../../test/status-entries.ts';
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
