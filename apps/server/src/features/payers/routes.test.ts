import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failureOf, UNHURRIED } from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import * as fixture from '../members/company.fixture.ts';
import { deleteOldPayerOffers } from './commands-retention.ts';

const { ask } = fixture;

let server: TestApp;
let owner: fixture.Colleague;
let consultant: fixture.Colleague & { memberId: string };

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
});

afterAll(() => server.close());

beforeEach(async () => {
  owner = await fixture.openCompany(server);
  consultant = await fixture.addColleague(server, owner, 'member', 'premium');
});

const read = async (by: fixture.Colleague) => (await ask(server, by, 'GET', '/companies/payer')).json().data;
const askFor = (by: fixture.Colleague, { userId }: Pick<fixture.Colleague, 'userId'>) =>
  ask(server, by, 'POST', '/companies/payer', { userId });
const accept = (by: fixture.Colleague) => ask(server, by, 'POST', '/companies/payer/accept');
const end = (by: fixture.Colleague) => ask(server, by, 'DELETE', '/companies/payer');

async function letPay() {
  await askFor(owner, consultant);
  expect((await accept(consultant)).statusCode).toBe(200);
}

test('a stranger is asked to sign in, and somebody of another company pays for nothing', async () => {
  const other = await fixture.openCompany(server);
  const calls = [
    ['GET', '/companies/payer'],
    ['POST', '/companies/payer', { userId: consultant.userId }],
    ['POST', '/companies/payer/accept'],
    ['DELETE', '/companies/payer'],
  ] as const;
  for (const [method, path, payload] of calls) {
    const asked = await server.call({ method, url: `/api${path}`, ...(payload && { payload }) });
    expect(failureOf(asked)).toEqual([401, 'Please sign in to continue']);
    const foreign = await ask(server, { ...other, companyId: owner.companyId }, method, path, payload);
    expect(failureOf(foreign)).toEqual([403, 'You are not a member of this company']);
  }
});

test('the owner pays unless a member with Premium accepts to, which mails and activity tell', async () => {
  expect(await read(owner)).toEqual({
    payer: { userId: owner.userId, firstName: 'Asha', lastName: 'Rao', isOwner: true },
    plan: 'free',
    asked: null,
  });
  const asked = await askFor(owner, consultant);
  expect(asked.json()).toMatchObject({
    message: 'They can accept to pay for the company now',
    data: { plan: 'free', payer: { isOwner: true }, asked: { userId: consultant.userId, forMe: false } },
  });
  expect(await read(consultant)).toMatchObject({ plan: 'free', asked: { forMe: true } });
  const [mail] = fixture.mailsTo(server, consultant.email);
  expect(mail).toMatchObject({ subject: 'Asha Rao asks you to pay for Rao & Sons' });
  const accepted = await accept(consultant);
  expect(accepted.json()).toMatchObject({
    message: 'You pay for the company from now on',
    data: { plan: 'premium', payer: { userId: consultant.userId, isOwner: false }, asked: null },
  });
  expect(fixture.mailsTo(server, owner.email).at(-1)).toMatchObject({
    subject: 'Asha Rao pays for Rao & Sons from now on',
  });
  expect((await fixture.listActivity(server, owner)).map(({ what, by }) => [what, by])).toEqual([
    ['companies.ask-payer', owner.userId],
    ['companies.change-payer', consultant.userId],
  ]);
});

describe('asking', () => {
  test('is the owner’s alone', async () => {
    const manager = await fixture.addColleague(server, owner, 'manager');
    for (const by of [manager, consultant]) {
      expect(failureOf(await askFor(by, consultant))).toEqual([403, 'Only the owner can do this']);
    }
    const viewer = await fixture.addColleague(server, owner, 'viewer');
    expect((await ask(server, viewer, 'GET', '/companies/payer')).statusCode).toBe(403);
  });

  test('is refused of who can not pay', async () => {
    const [free, viewer] = [
      await fixture.addColleague(server, owner, 'member'),
      await fixture.addColleague(server, owner, 'viewer', 'premium'),
    ];
    const stranger = await fixture.addSomebody(server, 'premium');
    expect(failureOf(await askFor(owner, free))).toEqual([
      409,
      'This person has no Premium, and so cannot pay for the company',
    ]);
    expect(failureOf(await askFor(owner, viewer))).toEqual([409, 'A viewer cannot pay for the company']);
    expect(failureOf(await askFor(owner, stranger))).toEqual([404, 'Member not found']);
    expect(failureOf(await askFor(owner, owner))).toEqual([409, 'This person pays for the company already']);
    expect((await askFor(owner, { userId: 'nobody' })).statusCode).toBe(400);
  });

  test('is of one at a time, for 14 days', async () => {
    await askFor(owner, consultant);
    expect(failureOf(await askFor(owner, consultant))).toEqual([
      409,
      'Somebody is asked already. Take that back first.',
    ]);
    await server.owner.query('update payer_offers set expires_at = now() where workspace_id = $1', [owner.workspaceId]);
    expect(failureOf(await accept(consultant))).toEqual([404, 'Nobody asks you to pay for this company any more']);
    expect((await askFor(owner, consultant)).statusCode).toBe(200);
    await server.owner.query('update payer_offers set expires_at = now() where workspace_id = $1', [owner.workspaceId]);
    await deleteOldPayerOffers(server.services.database.db);
    expect(
      (await server.owner.query('select from payer_offers where user_id = $1', [consultant.userId])).rowCount,
    ).toBe(0);
  });
});

describe('accepting', () => {
  test('is for who was asked, with Premium still, and room for one more company', async () => {
    const other = await fixture.addColleague(server, owner, 'manager', 'premium');
    await askFor(owner, consultant);
    expect(failureOf(await accept(other))).toEqual([404, 'Nobody asks you to pay for this company any more']);
    await server.owner.query(`update users set role = 'user' where id = $1`, [consultant.userId]);
    expect(failureOf(await accept(consultant))).toEqual([409, 'Upgrade to Premium to pay for this company']);
    await server.owner.query(`update users set role = 'premium' where id = $1`, [consultant.userId]);
    expect((await accept(consultant)).statusCode).toBe(200);
  });

  test('of a hundred and first company is refused', async () => {
    await server.owner.query(
      `with made as (insert into workspaces (id, payer_id, frozen_from)
         select gen_random_uuid(), $1, now() from generate_series(1, 100) returning id)
       insert into companies (workspace_id, id, company_name, employee_count, designation, city, country, state, confirmed)
         select id, gen_random_uuid(), 'Client', 1, 'HR', '', '', 'Kerala', true from made`,
      [consultant.userId],
    );
    await askFor(owner, consultant);
    expect(failureOf(await accept(consultant))).toEqual([
      409,
      'Premium covers 100 companies, and you pay for 100 already. Another Premium member can pay for one of them.',
    ]);
    expect(await read(owner)).toMatchObject({ plan: 'free' });
  });
});

describe('it ends', () => {
  test.each([
    ['the owner', () => end(owner)],
    ['who pays', () => end(consultant)],
  ])('by %s, and the owner pays again', async (_, ending) => {
    await letPay();
    expect((await ending()).json()).toMatchObject({
      message: 'The owner pays for the company',
      data: { plan: 'free', payer: { userId: owner.userId, isOwner: true } },
    });
    expect((await fixture.listActivity(server, owner)).at(-1)?.what).toBe('companies.end-payer');
    expect(failureOf(await end(owner))).toEqual([409, 'Nobody but the owner pays for this company']);
  });

  test('before it began, by the owner or by who was asked, who refuses', async () => {
    await askFor(owner, consultant);
    expect((await end(owner)).json().data.asked).toBeNull();
    await askFor(owner, consultant);
    expect((await end(consultant)).json().data.asked).toBeNull();
    expect(fixture.mailsTo(server, owner.email).at(-1)).toMatchObject({
      subject: 'Asha Rao does not pay for Rao & Sons',
    });
    expect((await accept(consultant)).statusCode).toBe(404);
  });

  test('not by others', async () => {
    const manager = await fixture.addColleague(server, owner, 'manager');
    await letPay();
    expect(failureOf(await end(manager))).toEqual([403, 'Only the owner can do this']);
    expect(await read(owner)).toMatchObject({ plan: 'premium' });
  });

  test.each([
    ['leaves', () => ask(server, consultant, 'POST', '/members/leave')],
    ['becomes a viewer', () => ask(server, owner, 'PATCH', `/members/${consultant.memberId}`, { role: 'viewer' })],
    ['is removed', () => ask(server, owner, 'DELETE', `/members/${consultant.memberId}`)],
    ['is erased', () => fixture.eraseUser(server, consultant)],
  ])('when who pays %s', async (_, ending) => {
    await letPay();
    expect((await ending()).statusCode).toBe(200);
    expect(await read(owner)).toMatchObject({ plan: 'free', payer: { isOwner: true } });
  });

  test('with their Premium the company is on the free plan, and with it on Premium again', async () => {
    await letPay();
    await server.owner.query(`update users set role = 'user' where id = $1`, [consultant.userId]);
    expect(await read(owner)).toMatchObject({ plan: 'free', payer: { userId: consultant.userId } });
    await server.owner.query(`update users set role = 'premium' where id = $1`, [consultant.userId]);
    expect(await read(owner)).toMatchObject({ plan: 'premium' });
  });

  test('at once with a change of the owner’s plan, neither waits for ever', async () => {
    for (let round = 0; round < 5; round += 1) {
      await letPay();
      const [ended] = await Promise.all([
        end(consultant),
        server.owner.query(`update users set role = $1 where id = $2`, [round % 2 ? 'user' : 'premium', owner.userId]),
      ]);
      expect(ended.statusCode).toBe(200);
      expect(await read(owner)).toMatchObject({ plan: round % 2 ? 'free' : 'premium' });
    }
  });
});
