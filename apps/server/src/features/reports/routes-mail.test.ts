import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';

let server: TestApp;
let ecr: string;

beforeAll(async () => {
  server = await startTestApp({ now: () => Temporal.Instant.from('2026-11-22T09:00:00Z') });
  const act = await addAct(server.services, { name: 'Provident Fund Act' });
  const when = { due_date: '2024-01-15', frequency: 'monthly', created_at: '2025-01-01' } as const;
  ecr = await addItem(server.services, { act_id: act, title: 'ECR', ...when });
});

afterAll(() => server.close());

let owner: Person;
let company: string;
let consultant: Person;

beforeEach(async () => {
  server.enqueued.splice(0);
  owner = await addPerson(server.services, { role: 'premium', company: { employeeCount: 20, state: 'Kerala' } });
  company = await companyOf(server.services, owner);
  consultant = await addPerson(server.services);
  await join(server.services, consultant, owner, { role: 'member' });
});

const mail = (person: Person, payload: object, of = company) =>
  server.call({
    method: 'POST',
    url: '/api/companies/report/mail',
    token: person.token,
    headers: { 'x-company': of },
    payload: { month: '2026-11', ...payload },
  });

const Queued = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  replyTo: z.string(),
});
const listQueued = () =>
  server.enqueued.filter(({ queue }) => queue === 'deliver-mail').map(({ data }) => Queued.parse(data));

test('mails the report itself, to each address alone, with answers to who sends it', async () => {
  await server.call({
    method: 'PATCH',
    url: `/api/compliance/data/${ecr}/status`,
    token: owner.token,
    payload: { userId: owner.userId, status: 'done', forDate: '2026-11-15', note: 'See www.evil.example' },
  });
  const response = await mail(consultant, {
    to: ['A@client.in', 'b@client.in', 'a@client.in'],
    message: 'Dear all,\nplease read',
  });
  expect([response.statusCode, response.json()]).toEqual([
    200,
    {
      status: 'success',
      message: 'The report was mailed to 2 addresses',
      data: { to: ['a@client.in', 'b@client.in'] },
    },
  ]);
  const mails = listQueued();
  const from = `${consultant.userId}@example.in`;
  expect(mails.map(({ to, subject, replyTo }) => [to, subject, replyTo])).toEqual([
    ['a@client.in', 'Status report November 2026: Rao & Sons', from],
    ['b@client.in', 'Status report November 2026: Rao & Sons', from],
  ]);
  const [{ text = '', html = '' } = {}] = mails;
  for (const part of [
    'Provident Fund Act',
    'Due 15/11/2026',
    'Done on',
    'by Asha Rao',
    'please read',
    'Due 15/12/2026',
  ]) {
    expect(text).toContain(part);
    expect(html).toContain(part);
  }
  expect(text.split('\n')).toContain(from);
  expect(text).not.toContain('www.evil');
  const told = await server.call({ url: '/api/activity?what=reports', token: owner.token });
  expect(told.json().data).toMatchObject([
    { what: 'reports.mail', by: consultant.userId, about: { count: 2, from: '2026-11-01T00:00:00.000Z' } },
  ]);
});

test('goes to the company’s own address unless said otherwise, which it needs then', async () => {
  const none = await mail(consultant, {});
  expect([none.statusCode, none.json().errors]).toEqual([
    400,
    { to: 'The company has no e-mail address. Please enter one.' },
  ]);
  await server.services.database.db
    .updateTable('companies')
    .set({ company_email: `hr-${company}@client.in` })
    .where('id', '=', company)
    .execute();
  expect((await mail(consultant, {})).statusCode).toBe(200);
  expect(listQueued().map(({ to }) => to)).toEqual([`hr-${company}@client.in`]);
});

test.each([
  [{ month: 'soon' }, { month: 'Please choose a month' }],
  [{ month: '2027-01', to: ['a@client.in'] }, { month: 'Please choose a month' }],
  [{ to: [] }, { to: 'Please enter an e-mail address' }],
  [{ to: ['a@client.in', 'nobody'] }, { to: 'nobody is not an e-mail address' }],
  [{ to: Array.from({ length: 6 }, (_, n) => `${n}@client.in`) }, { to: 'Please enter at most 5 addresses' }],
  [{ to: ['a@client.in'], message: 'x'.repeat(2_001) }, { message: 'Please use at most 2000 characters' }],
])('refuses what is wrong (%#)', async (payload, errors) => {
  const response = await mail(consultant, payload);
  expect([response.statusCode, response.json().errors, listQueued()]).toEqual([400, errors, []]);
});

test('is no viewer’s, and nobody else’s', async () => {
  const viewer = await addPerson(server.services);
  await join(server.services, viewer, owner, { role: 'viewer', until: '2026-12-31' });
  const refused = await mail(viewer, { to: ['a@client.in'] });
  expect([refused.statusCode, refused.json().message]).toEqual([403, 'Viewers can only read']);
  const stranger = await addPerson(server.services, { company: { employeeCount: 2, state: 'Goa' } });
  expect((await mail(stranger, { to: ['a@client.in'] })).statusCode).toBe(403);
  expect(listQueued()).toEqual([]);
});

test('stops after the addresses of a day, all or none, with the reason', async () => {
  for (let n = 0; n < 198; n++) await server.services.reportLimits.premium.spend(consultant.userId);
  const many = await mail(consultant, { to: ['a@client.in', 'b@client.in', 'c@client.in'] });
  expect([many.statusCode, many.json().message]).toEqual([
    429,
    'You can mail status reports to 200 addresses a day. Please try again tomorrow.',
  ]);
  expect(many.headers['retry-after']).toBeDefined();
  expect(listQueued()).toEqual([]);
  expect((await mail(consultant, { to: ['a@client.in'] })).statusCode).toBe(200);
});

test('stops early in a free company, before anything of the report is read', async () => {
  const own = await addPerson(server.services, { company: { employeeCount: 2, state: 'Goa' } });
  const ofOwn = await companyOf(server.services, own);
  const five = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@client.in`);
  for (let n = 0; n < 2; n++) expect((await mail(own, { to: five }, ofOwn)).statusCode).toBe(200);
  const pool = vi.spyOn(server.services.database.pool, 'query');
  const refused = await mail(own, { to: ['a@client.in'] }, ofOwn);
  expect([refused.statusCode, refused.json().message]).toEqual([
    429,
    'You can mail status reports to 10 addresses a day on the free plan. Please try again tomorrow.',
  ]);
  expect(JSON.stringify(pool.mock.calls)).not.toContain('report-entries');
  pool.mockRestore();
});
