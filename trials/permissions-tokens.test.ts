import type { Call } from '@anupalan/contract/wire/call';
import { canCall, isDecidedLater } from '@anupalan/domain/permissions';
import type { Actor } from '@anupalan/domain/permissions/actor';
import { refusalOf } from '@anupalan/domain/permissions/refusals';
import { SCOPES, type Scope, scopeOf } from '@anupalan/domain/permissions/scopes';
import type { Action } from '@anupalan/domain/permissions/table';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginToken } from '../apps/server/src/identity/tokens/commands.ts';
import { UNHURRIED } from '../apps/server/test/accounts.ts';
import { startTestApp, type TestApp } from '../apps/server/test/harness.ts';
import { addPerson, join, type Person } from '../apps/server/test/people.ts';
import { listCalls, nameCall } from './list-calls.ts';
import { COMPANY, makeCall, PAST, UNKNOWN_ID } from './make-call.ts';

/*
 * Every call of the contract by API tokens, against the table of permissions and that of scopes: of the owner one token
 * for each scope and one for all but that, and of each role one that may do everything a token may.
 */

const ROLES = ['owner', 'manager', 'member', 'viewer'] as const;
const NEVER = '403 API tokens cannot do this';
const AT_ONCE = 10;

interface Token {
  readonly name: string;
  readonly member: (typeof ROLES)[number];
  readonly scopes: readonly Scope[];
  readonly person: Person;
  readonly token: string;
}

const calls = await listCalls();
const protectedCalls = calls.flatMap((call) =>
  call.access === 'public' ? [] : [{ name: nameCall(call), call, action: call.access }],
);
let server: TestApp;
const tokens: Token[] = [];

beforeAll(async () => {
  server = await startTestApp({ env: { ...UNHURRIED, CALLS_PER_USER: '1000000' } });
  const owner = await addPerson(server.services, { role: 'premium', company: COMPANY });
  for (const scope of SCOPES) await addToken('owner', owner, owner, [scope]);
  for (const member of ROLES) {
    const person = member === 'owner' ? owner : await addPerson(server.services);
    if (member !== 'owner') await join(server.services, person, owner, { role: member });
    await addToken(member, person, owner, SCOPES);
  }
});

afterAll(() => server.close());

async function addToken(member: Token['member'], person: Person, { workspaceId }: Person, scopes: readonly Scope[]) {
  const { userId } = person;
  const expiresAt = Temporal.Now.instant().add({ hours: 24 }).toString();
  const made = await server.services.database.db
    .transaction()
    .execute((trx) => beginToken(trx, { workspaceId, userId }, { name: 'x', scopes, expiresAt, toldDays: null }));
  const name = `${member}: ${scopes.length === 1 ? scopes[0] : 'all scopes'}`;
  tokens.push({ name, member, scopes, person, token: made.token });
}

test('every call that a person makes is never for tokens, or has a scope of its own noun', () => {
  const scopes = new Set(protectedCalls.map(({ action }) => scopeOf(action)));
  expect(SCOPES.filter((scope) => !scopes.has(scope))).toEqual([]);
  const reading = protectedCalls.filter(
    // The template of an import is for whoever imports, the room that is left for whoever adds files.
    ({ call, action }) =>
      call.method === 'GET' && !/\/(template|room)$/.test(call.path) && /:write$/.test(scopeOf(action) ?? ''),
  );
  expect(reading).toEqual([]);
  const writing = protectedCalls.filter(
    ({ call, action }) => call.method !== 'GET' && /:read$/.test(scopeOf(action) ?? ''),
  );
  // An address is made for reading what was exported, once.
  expect(writing.map(({ name }) => name)).toEqual(['POST /exports/prepared/:id/address']);
});

test.each(protectedCalls)('$name: $action', async ({ call, action }) => {
  const elsewhere = { token: tokens[0]?.token ?? '', company: UNKNOWN_ID };
  expect(await makeCall(server, call, elsewhere)).toBe('403 This API token is for another company');
  for (let from = 0; from < tokens.length; from += AT_ONCE) {
    const asking = tokens.slice(from, from + AT_ONCE);
    const outcomes = await Promise.all(asking.map((token) => outcomeOf(call, action, token)));
    expect(outcomes).toEqual(asking.map((token) => `${token.name}: ${expectedOf(action, token)}`));
  }
});

/** What is decided later may be refused then, in whatever words but those about tokens. */
async function outcomeOf(call: Call, action: Action, token: Token): Promise<string> {
  const outcome = await makeCall(server, call, token);
  const isLater = isDecidedLater(action) && expectedOf(action, token) === PAST && !/API token/.test(outcome);
  return `${token.name}: ${isLater ? PAST : outcome}`;
}

function expectedOf(action: Action, { member, scopes, person }: Token): string {
  const scope = scopeOf(action);
  if (scope === null) return NEVER;
  if (!scopes.includes(scope)) return `403 This API token lacks the scope ${scope}`;
  const actor: Actor = { userId: person.userId, role: 'user', impersonating: true, member, plan: 'premium' };
  return canCall(actor, action) ? PAST : `403 ${refusalOf(actor, action)}`;
}
