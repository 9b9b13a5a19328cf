import { MEMBER_ROLES, type MemberRole } from '@anupalan/domain/members';
import { canCall, isDecidedLater } from '@anupalan/domain/permissions';
import type { Actor } from '@anupalan/domain/permissions/actor';
import { NO_MEMBER } from '@anupalan/domain/permissions/no-member';
import { refusalOf } from '@anupalan/domain/permissions/refusals';
import type { Action } from '@anupalan/domain/permissions/table';
import { ROLES, type Role } from '@anupalan/domain/plans';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginSession } from '../apps/server/src/identity/sessions.ts';
import { UNHURRIED } from '../apps/server/test/accounts.ts';
import { startTestApp, type TestApp } from '../apps/server/test/harness.ts';
import { addPerson, companyOf, join, type Person } from '../apps/server/test/people.ts';
import { listCalls, nameCall } from './list-calls.ts';
import { COMPANY, makeCall, PAST, UNKNOWN_ID } from './make-call.ts';

/*
 * Every call of the contract by every kind of caller, against the table of permissions: a new call is asked without
 * being named here. Those that may make a call make it, about things that aren't there as far as it can be.
 */

const SIGN_IN = '401 Please sign in to continue';

/** Callers that ask at the same moment. */
const AT_ONCE = 13;

/**
 * Of those who are not in the company every so many asks a call, all of them in turn: they are refused before it counts
 * what else they are. `OUTSIDERS_TURN=1` lets all of them ask every call.
 */
const OUTSIDERS_TURN = Number(process.env.OUTSIDERS_TURN ?? 5);

type Plan = Actor['plan'];

/** A kind of caller; without a company the call names none, and is about their own. */
interface Kind {
  readonly role: Role;
  readonly impersonating: boolean;
  readonly inCompany?: MemberRole | 'former' | 'foreigner';
  readonly plan: Plan;
}

interface Caller {
  readonly kind: Kind;
  readonly person: Person;
  readonly workspaceId: string;
  readonly token: string;
  /** The header that names the company. */
  readonly company: string | null;
  /** Null for who is no member of the company that the call names. */
  readonly actor: Actor | null;
}

const PLANS: readonly Plan[] = ['free', 'premium'];

const KINDS: readonly Kind[] = ROLES.flatMap((role) =>
  // Administrators are not impersonated (R-users-25).
  (role === 'admin' ? [false] : [false, true]).flatMap((impersonating) => [
    { role, impersonating, plan: role === 'user' ? 'free' : 'premium' },
    ...[...MEMBER_ROLES, 'former' as const, 'foreigner' as const].flatMap((inCompany) =>
      PLANS.map((plan) => ({ role, impersonating, inCompany, plan })),
    ),
  ]),
);

const calls = await listCalls();
let server: TestApp;
let administrator: Person;
const hosts = new Map<Plan, Person>();
const payers = new Map<Plan, Person>();
const callers: Caller[] = [];

beforeAll(async () => {
  server = await startTestApp({ env: { ...UNHURRIED, CALLS_PER_USER: '1000000' } });
  const { services } = server;
  administrator = await addPerson(services, { role: 'admin' });
  for (const plan of PLANS) {
    const role = plan === 'free' ? 'user' : 'premium';
    hosts.set(plan, await addPerson(services, { role, company: COMPANY }));
    payers.set(plan, await addPerson(services, { role }));
  }
  for (const kind of KINDS) callers.push(await makeCaller(kind));
});

afterAll(() => server.close());

test('the kinds of callers are all there are', () => {
  expect(KINDS).toHaveLength(5 * (1 + 6 * 2));
});

test('every call is asked by everybody in a company, and by former members and strangers of both plans', () => {
  for (const turn of calls.keys()) {
    const asking = listCallers(turn);
    expect(asking.filter(({ actor }) => actor !== null)).toHaveLength(5 * (1 + 4 * 2));
    const outsiders = asking.filter(isOutsider).map(({ kind }) => `${kind.inCompany} ${kind.plan}`);
    expect(new Set(outsiders).size).toBe(2 * PLANS.length);
  }
});

describe('who may make a call', () => {
  test.each(calls.filter(({ access }) => access === 'public').map((call) => ({ name: nameCall(call), call })))(
    '$name: everybody, also a visitor, and whatever company they name',
    async ({ call }) => {
      const [member] = callers;
      expect(await makeCall(server, call, {})).toBe(PAST);
      expect(await makeCall(server, call, { company: UNKNOWN_ID, ...(member && { token: member.token }) })).toBe(PAST);
    },
  );

  test.each(
    calls.flatMap((call) => (call.access === 'public' ? [] : [{ name: nameCall(call), call, action: call.access }])),
  )('$name: $action', async ({ call, action }) => {
    expect(await makeCall(server, call, {})).toBe(SIGN_IN);
    for (const company of [UNKNOWN_ID, 'nonsense', '']) {
      const token = callers[0]?.token ?? '';
      expect(await makeCall(server, call, { token, company }), `names ${company}`).toBe(`403 ${NO_MEMBER}`);
    }
    const all = listCallers(calls.indexOf(call));
    for (let from = 0; from < all.length; from += AT_ONCE) {
      const asking = all.slice(from, from + AT_ONCE);
      const outcomes = await Promise.all(asking.map((caller) => makeCall(server, call, caller)));
      const expected = asking.map(({ actor }) => expectedOf(actor, action));
      const told = (texts: string[]) => texts.map((text, at) => `${JSON.stringify(asking[at]?.kind)}: ${text}`);
      expect(told(outcomes.map((outcome, at) => forgive(outcome, expected[at], action)))).toEqual(told(expected));
      if (call.method !== 'GET') await renew(asking);
    }
  });
});

/** Everybody who is in a company, and those of the others whose turn it is. */
function listCallers(turn: number): Caller[] {
  const outsiders = callers.filter(isOutsider);
  const theirTurn = outsiders.filter((_, at) => at % OUTSIDERS_TURN === turn % OUTSIDERS_TURN);
  return [...callers.filter((caller) => !isOutsider(caller)), ...theirTurn];
}

function isOutsider({ actor }: Caller): boolean {
  return actor === null;
}

function expectedOf(actor: Actor | null, action: Action): string {
  if (actor === null) return `403 ${NO_MEMBER}`;
  return canCall(actor, action) ? PAST : `403 ${refusalOf(actor, action)}`;
}

/** What is decided later may be refused then: of a thing that isn't there, or with the plan. */
function forgive(outcome: string, expected: string | undefined, action: Action): string {
  const isLater = expected === PAST && isDecidedLater(action);
  return isLater && outcome.startsWith('403') ? PAST : outcome;
}

async function makeCaller(kind: Kind): Promise<Caller> {
  const { role, impersonating, inCompany, plan } = kind;
  const { services, owner } = server;
  const person = await addPerson(services, { role, company: COMPANY });
  const actor: Actor = { userId: person.userId, role, impersonating, member: 'owner', plan };
  const token = impersonating
    ? await beginSession(services.database.db, {
        userId: person.userId,
        device: 'test',
        impersonatorId: administrator.userId,
      })
    : person.token;
  const own = { kind, person, token, workspaceId: person.workspaceId };
  if (inCompany === undefined) return { ...own, company: null, actor };
  if (inCompany === 'owner') {
    await owner.query('update workspaces set payer_id = $1 where id = $2', [
      payers.get(plan)?.userId,
      person.workspaceId,
    ]);
    return { ...own, company: await companyOf(services, person), actor };
  }
  const host = hosts.get(plan);
  if (!host) throw new Error(`No company is ${plan}`);
  const there = { ...own, workspaceId: host.workspaceId, company: await companyOf(services, host) };
  if (inCompany === 'foreigner') return { ...there, actor: null };
  const membership = await join(services, person, host, { role: inCompany === 'former' ? 'member' : inCompany });
  if (inCompany !== 'former') return { ...there, actor: { ...actor, member: inCompany } };
  await owner.query('delete from memberships where id = $1', [membership]);
  return { ...there, actor: null };
}

/** Makes callers anew whom a call has changed: some end sessions, others change who one is. */
async function renew(asked: readonly Caller[]): Promise<void> {
  const { rows } = await server.owner.query(
    `select u.role, m.role as member, case when m.role is null then null else w.plan end as plan,
       (select count(*) from sessions where user_id = u.id) as sessions
     from unnest($1::uuid[], $2::uuid[]) with ordinality as asked (user_id, workspace_id, at)
       left join users u on u.id = asked.user_id
       left join workspaces w on w.id = asked.workspace_id
       left join memberships m on m.user_id = u.id and m.workspace_id = w.id
     order by at`,
    [asked.map(({ person }) => person.userId), asked.map(({ workspaceId }) => workspaceId)],
  );
  for (const [at, caller] of asked.entries()) {
    const { actor, kind } = caller;
    const { member = null, plan = null } = actor ?? {};
    const sessions = String(kind.impersonating ? 2 : 1);
    const expected = { role: kind.role, member, plan: member && plan, sessions };
    if (JSON.stringify(rows[at]) !== JSON.stringify(expected))
      callers[callers.indexOf(caller)] = await makeCaller(kind);
  }
}
