import { describe, expect, test } from 'vitest';
import { failureOf } from '../../../test/accounts.ts';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { callWhileHeld } from '../../../test/locks.ts';
import { addPerson, companyOf, join, type Person, removePerson } from '../../../test/people.ts';
import { beginWithConsultant, clients, consultant, monthly, server } from '../clients/consultant.fixture.ts';
import { entriesOf, makeFeed, readFeed } from './calendar.fixture.ts';

beginWithConsultant();

function clientAt(index: number): Person {
  const client = clients[index];
  if (!client) throw new Error('There is no such client');
  return client;
}

const titlesOf = async (url: string) => new Set((await entriesOf(server, url)).map(({ title }) => title));

const assign = (workspaceId: string, column: 'responsible_id' | 'deputy_id', userId: string) =>
  server.owner.query(
    `insert into assignments (workspace_id, compliance_item_id, ${column}) values ($1, $2, $3)
     on conflict (workspace_id, compliance_item_id, act_id) do update set ${column} = excluded.${column}`,
    [workspaceId, monthly, userId],
  );

const away = (userId: string, from: string | null, to: string | null) =>
  server.owner.query('update users set away_from = $2, away_to = $3 where id = $1', [userId, from, to]);

describe('a person in three companies with three roles', () => {
  test('has in their own calendar what they are responsible for, and in one of a company what they see there', async () => {
    const [member, viewer] = [clientAt(0), await addPerson(server.services, { role: 'premium', company: OFFICE })];
    const other = await addAct(server.services, { name: 'Factories Act' });
    await addItem(server.services, { act_id: other, workspace_id: viewer.workspaceId, title: 'Audit', due_date: DAY });
    await addItem(server.services, { act_id: other, workspace_id: member.workspaceId, title: 'Rent', due_date: DAY });
    const period = { from_day: '2026-12-01', to_day: '2026-12-10' };
    await join(server.services, consultant, viewer, { role: 'viewer', until: '2099-12-31', acts: [other], ...period });
    await assign(member.workspaceId, 'responsible_id', consultant.userId);
    const own = await makeFeed(server, consultant, 'person');
    expect(await titlesOf(own)).toEqual(
      new Set(
        ['ECR', 'Return']
          .flatMap((title) => [`Pending · ${title} · Rao & Sons`, `Not Done · ${title} · Rao & Sons`])
          .filter((title) => title !== 'Not Done · Return · Rao & Sons'),
      ),
    );
    const companies = await Promise.all([consultant, member, viewer].map((one) => companyOf(server.services, one)));
    const feeds = await Promise.all(companies.map((company) => makeFeed(server, consultant, 'company', company)));
    const seen = await Promise.all(feeds.map(titlesOf));
    expect(seen.map((titles) => [...titles].filter((title) => title.startsWith('Pending')).toSorted())).toEqual([
      ['Pending · ECR', 'Pending · Return'],
      ['Pending · ECR', 'Pending · Rent', 'Pending · Return'],
      ['Pending · Audit'],
    ]);
  });

  test('has what a deputy does while the responsible person is away', async () => {
    const owner = clientAt(0);
    await assign(owner.workspaceId, 'deputy_id', consultant.userId);
    const [own, others] = [await makeFeed(server, consultant, 'person'), await makeFeed(server, owner, 'person')];
    const count = async (url: string) =>
      (await entriesOf(server, url)).filter(({ day }) => day === '2026-12-15').length;
    expect([await count(own), await count(others)]).toEqual([1, 1]);
    await away(owner.userId, '2026-11-20', '2026-11-30');
    expect([await count(own), await count(others)]).toEqual([2, 0]);
    await away(owner.userId, null, null);
    expect([await count(own), await count(others)]).toEqual([1, 1]);
  });
});

const OFFICE = { employeeCount: 20, state: 'Kerala' } as const;
const DAY = '2026-12-05';

describe('an address ends', () => {
  const end = (sql: string, ...values: unknown[]) => server.owner.query(sql, values);
  const isOf = 'where workspace_id = $1 and user_id = $2';

  test.each([
    ['leaving', `delete from memberships ${isOf}`],
    ['the last day of a viewer', `update memberships set role = 'viewer', until = '2026-01-01' ${isOf}`],
  ])('of a company with %s', async (_, statement) => {
    const client = clientAt(0);
    const company = await companyOf(server.services, client);
    const url = await makeFeed(server, consultant, 'company', company);
    await assign(client.workspaceId, 'responsible_id', consultant.userId);
    const own = await makeFeed(server, consultant, 'person');
    expect((await titlesOf(own)).has('Pending · ECR · Rao & Sons')).toBe(true);
    await end('delete from assignments where workspace_id = $1', client.workspaceId);
    await end(statement, client.workspaceId, consultant.userId);
    expect(failureOf(await readFeed(server, url))[0]).toBe(404);
    // What is left of all companies has nothing of that one.
    const links = (await entriesOf(server, own)).map((entry) => entry.url);
    expect(links.filter((link) => link.includes(company))).toEqual([]);
    expect(links).not.toEqual([]);
  });

  test('with a suspension, and is none again afterwards', async () => {
    const url = await makeFeed(server, consultant, 'person');
    await end(`update users set status = 'suspended' where id = $1`, consultant.userId);
    expect(failureOf(await readFeed(server, url))[0]).toBe(404);
    await end(`update users set status = 'active' where id = $1`, consultant.userId);
    expect(failureOf(await readFeed(server, url))[0]).toBe(404);
  });

  test('with a suspension, also where they are just being made', async () => {
    const { token, userId } = consultant;
    const held = [`update users set status = 'suspended' where id = $1`, userId] as const;
    const [answer] = await callWhileHeld(server, held, () => [
      server.call({ method: 'POST', url: '/api/calendar-feeds', token, payload: { kind: 'person' } }),
    ]);
    expect(answer?.statusCode).toBe(401);
  });

  test('with the account, and with becoming an administrator', async () => {
    const [erased, promoted] = [clientAt(0), clientAt(1)];
    const urls = [await makeFeed(server, erased, 'company'), await makeFeed(server, promoted, 'person')];
    await removePerson(server.services, erased.userId);
    await end(`update users set role = 'admin' where id = $1`, promoted.userId);
    for (const url of urls) expect(failureOf(await readFeed(server, url))[0]).toBe(404);
  });
});
