import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UNHURRIED } from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';
import { ask, mailsTo } from '../members/company.fixture.ts';

/*
 * Whatever several people do to the people of two companies, some of it at the same moment: each company has one owner
 * or none while it waits for one, nobody is in it beyond its limits, and nothing hangs on a membership that has ended.
 */

let server: TestApp;
let administrator: Person;

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
  administrator = await addPerson(server.services, { role: 'admin' });
});

afterAll(() => server.close());

interface Cast {
  readonly people: readonly (Person & { email: string })[];
  readonly companies: readonly { companyId: string; workspaceId: string }[];
}

/** Two owners, of whom one has Premium, and three others, of whom two work in both companies. */
async function begin(): Promise<Cast> {
  const company = { employeeCount: 10, state: 'Kerala' } as const;
  const owners = [
    await addPerson(server.services, { company }),
    await addPerson(server.services, { company, role: 'premium' }),
  ];
  const others = [
    await addPerson(server.services),
    await addPerson(server.services),
    await addPerson(server.services, { role: 'premium' }),
  ];
  for (const owner of owners) {
    for (const [at, other] of others.entries()) {
      if (at > 0) await join(server.services, other, owner, { role: at === 1 ? 'manager' : 'member' });
    }
  }
  const people = [...owners, ...others].map((person) => ({ ...person, email: `${person.userId}@example.in` }));
  const companies = [];
  for (const owner of owners) {
    companies.push({ companyId: await companyOf(server.services, owner), workspaceId: owner.workspaceId });
  }
  return { people, companies };
}

const ROLES = ['manager', 'member', 'viewer'] as const;

const DEEDS = [
  ...['invite', 'invite', 'join', 'join', 'join', 'leave', 'remove', 'change-role', 'change-role'],
  ...['offer', 'offer', 'offer', 'take-over', 'take-over', 'decline'],
  ...['ask-payer', 'ask-payer', 'ask-payer', 'pay', 'pay', 'end-payer', 'end-payer', 'erase'],
] as const;

const step = fc.record({
  deed: fc.constantFrom(...DEEDS),
  by: fc.nat({ max: 4 }),
  to: fc.nat({ max: 4 }),
  at: fc.nat({ max: 1 }),
  role: fc.constantFrom(...ROLES),
  /** Whether it is tried by somebody who may, as mostly, or by whoever it is. */
  plausible: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
});

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Who could do a deed in a company `$1`, by what they are in it now. */
const PLAUSIBLE: Readonly<Partial<Record<Step['deed'], string>>> = {
  invite: `select user_id from memberships where workspace_id = $1 and role in ('owner', 'manager')`,
  leave: `select user_id from memberships where workspace_id = $1 and role <> 'owner'`,
  remove: `select user_id from memberships where workspace_id = $1 and role in ('owner', 'manager')`,
  'change-role': `select user_id from memberships where workspace_id = $1 and role = 'owner'`,
  offer: `select user_id from memberships where workspace_id = $1 and role = 'owner'`,
  'take-over': 'select user_id from handovers where workspace_id = $1',
  decline: 'select user_id from handovers where workspace_id = $1',
  'ask-payer': `select user_id from memberships where workspace_id = $1 and role = 'owner'`,
  pay: 'select user_id from payer_offers where workspace_id = $1',
  'end-payer': `select user_id from memberships where workspace_id = $1 and role = 'owner'`,
};

/** Whom these deeds are done to: mostly others who are in the company. */
const OTHERS = `select user_id from memberships where workspace_id = $1 and role <> 'owner' order by user_id`;
const AMONG_OTHERS: readonly Step['deed'][] = ['remove', 'change-role', 'offer', 'ask-payer'];

async function choose({ people, companies }: Cast, { deed, by, to, at, plausible }: Step) {
  const company = companies[at];
  const pick = async (query: string | undefined, index: number) => {
    if (!plausible || !query || !company) return people[index];
    const { rows } = await server.owner.query<{ user_id: string }>(query, [company.workspaceId]);
    const picked = rows[index % Math.max(1, rows.length)];
    return people.find(({ userId }) => userId === picked?.user_id) ?? people[index];
  };
  const actor = await pick(PLAUSIBLE[deed], by);
  const target = await pick(AMONG_OTHERS.includes(deed) ? OTHERS : undefined, to);
  if (!actor || !target || !company) throw new Error('Nobody like that');
  return { actor, target, company };
}

async function play(cast: Cast, chosen: Step) {
  const { deed, role } = chosen;
  const { actor, target, company } = await choose(cast, chosen);
  const caller = { token: actor.token, companyId: company.companyId };
  const memberId = async () => {
    const { rows } = await server.owner.query('select id from memberships where workspace_id = $1 and user_id = $2', [
      company.workspaceId,
      target.userId,
    ]);
    return rows[0]?.id ?? target.userId;
  };
  switch (deed) {
    case 'invite':
      return await ask(server, caller, 'POST', '/invitations', { email: target.email, role });
    case 'join': {
      const link = mailsTo(server, actor.email).findLast(({ subject }) => subject.includes('invites you'));
      const token = /\/invitation#([\w-]{43})/.exec(link?.text ?? '')?.[1] ?? 'none';
      return await server.call({
        method: 'POST',
        url: '/api/invitations/accept',
        token: actor.token,
        payload: { token },
      });
    }
    case 'leave':
      return await ask(server, caller, 'POST', '/members/leave');
    case 'remove':
      return await ask(server, caller, 'DELETE', `/members/${await memberId()}`);
    case 'change-role':
      return await ask(server, caller, 'PATCH', `/members/${await memberId()}`, { role });
    case 'offer':
      return await ask(server, caller, 'POST', '/handovers', { userId: target.userId });
    case 'take-over':
    case 'decline': {
      const { rows } = await server.owner.query('select id from handovers where user_id = $1', [actor.userId]);
      const id = rows[0]?.id ?? actor.userId;
      const call = deed === 'decline' ? 'decline' : 'accept';
      return await server.call({ method: 'POST', url: `/api/handovers/${id}/${call}`, token: actor.token });
    }
    case 'ask-payer':
      return await ask(server, caller, 'POST', '/companies/payer', { userId: target.userId });
    case 'pay':
      return await ask(server, caller, 'POST', '/companies/payer/accept');
    case 'end-payer':
      return await ask(server, caller, 'DELETE', '/companies/payer');
    case 'erase':
      return await server.call({
        method: 'DELETE',
        url: `/api/users/${target.userId}`,
        token: administrator.token,
      });
  }
}

/** What may never be, each with a query of the rows for which it is. */
const NEVER = {
  'a workspace without an owner that does not wait for one, or with both': `
    select w.id from workspaces w where (frozen_from is null) <>
      exists (select from memberships m where m.workspace_id = w.id and role = 'owner')`,
  'a person who owns nothing': `
    select u.id from users u
    where not exists (select from memberships m where m.user_id = u.id and role = 'owner')`,
  'more people than the plan covers, who came by invitation': `
    select w.id from workspaces w join memberships m on m.workspace_id = w.id and m.role <> 'viewer'
    where w.plan = 'free' group by w.id having count(*) > 5`,
  'a viewer without a last day, or somebody else with one': `
    select id from memberships where (role = 'viewer') <> (until is not null)`,
  'an open invitation of who does not manage the company': `
    select i.id from invitations i where status = 'open' and not exists (
      select from memberships m where m.workspace_id = i.workspace_id and m.user_id = i.invited_by
        and m.role in ('owner', 'manager'))`,
  'an offer, or a wish that they pay, to who does not work in the company': `
    select o.user_id from (select workspace_id, user_id from handovers
      union all select workspace_id, user_id from payer_offers
      union all select id, payer_id from workspaces where payer_id is not null) as o
    where not exists (
      select from memberships m where m.workspace_id = o.workspace_id and m.user_id = o.user_id
        and m.role in ('manager', 'member'))`,
  'a plan that is not that of who pays': `
    select w.id from workspaces w
      left join memberships m on m.workspace_id = w.id and m.role = 'owner'
      join users u on u.id = coalesce(w.payer_id, m.user_id)
    where w.plan <> case u.role when 'user' then 'free' else 'premium' end`,
};

test('whatever people do to each other at once, a company has one owner and nothing hangs in the air', async () => {
  const seen = new Set<string>();
  const moments = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 8, maxLength: 16 });
  await fc.assert(
    fc.asyncProperty(moments, async (played) => {
      const cast = await begin();
      for (const moment of played) {
        const answers = await Promise.all(moment.map((each) => play(cast, each)));
        for (const [index, { statusCode }] of answers.entries()) {
          if (statusCode < 300) seen.add(moment[index]?.deed ?? '');
        }
      }
      for (const [what, query] of Object.entries(NEVER)) {
        expect((await server.owner.query(query)).rows, what).toEqual([]);
      }
    }),
    // What was played stays in the database, so a shorter sequence says nothing.
    { numRuns: 20, endOnFailure: true },
  );
  // The sequences are of use only if all of it happens.
  expect([...seen].sort()).toEqual([...new Set(DEEDS)].sort());
}, 120_000);
