import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Call } from '@anupalan/contract/wire/call';
import { canCall } from '@anupalan/domain/permissions';
import type { Actor } from '@anupalan/domain/permissions/actor';
import type { Permission } from '@anupalan/domain/permissions/permission';
import { scopeOf } from '@anupalan/domain/permissions/scopes';
import { type Action, PERMISSIONS } from '@anupalan/domain/permissions/table';
import { listCalls, nameCall } from '../../trials/list-calls.ts';

/*
 * `node scripts/security/permissions.ts` writes the page of every call with every kind of caller from the contract and
 * the table of permissions (R-permissions-5).
 */

export const PAGE = 'docs/security/permissions.md';

const USER: Actor = { userId: '', role: 'user', impersonating: false, member: 'owner', plan: 'premium' };

/** The kinds of callers, of whom the others follow: who lacks something in two ways is refused for either. */
export const CALLERS = {
  visitor: null,
  viewer: { ...USER, member: 'viewer' },
  member: { ...USER, member: 'member' },
  manager: { ...USER, member: 'manager' },
  owner: USER,
  'owner, free plan': { ...USER, plan: 'free' },
  'in the owner’s name': { ...USER, impersonating: true },
  administrator: { ...USER, role: 'admin' },
} as const satisfies Record<string, Actor | null>;

const ROWS: Readonly<Record<Action, Permission>> = PERMISSIONS;

const INTRODUCTION = `# Who may make which call

Written by \`scripts/security/permissions.ts\` from the contract and [the table of
permissions](../../packages/domain/src/permissions/table.ts); [its rules](../rules/permissions.md). A test holds
this page to both, and another asks the server each call by each kind of caller
([permissions.test.ts](../../trials/permissions.test.ts)).

**✓** the call is made, **later** it is decided when it is known what it is about, by the last column, **401**
"Please sign in to continue", **403** refused. Viewers, members, managers and owners are those of the company that
the call is about, with Premium where nothing else is said; *in the owner’s name* is an administrator who
impersonates the owner; *administrator* is one in their own workspace. Whoever lacks something in two ways is
refused for either. *API token* is the scope that a token needs besides what its person may; **403** is never for one.
Who names a company that they are no member of, or no longer, or that doesn't exist, is refused
every call that isn't public, with 403 "You are not a member of this company".
`;

/** The page of all calls. */
export function renderPermissions(calls: readonly Call[]): string {
  const sorted = calls.toSorted((one, other) => sortKey(one).localeCompare(sortKey(other)));
  const head = ['call', 'action', ...Object.keys(CALLERS), 'API token', 'decided later'];
  return [
    INTRODUCTION,
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...sorted.map((call) => `| ${renderCall(call).join(' | ')} |`),
    '',
  ].join('\n');
}

function sortKey({ path: address, method }: Call): string {
  return `${address} ${method}`;
}

function renderCall(call: Call): string[] {
  const { access } = call;
  const cells = Object.values(CALLERS).map((caller) => renderCell(access, caller));
  const later = access === 'public' ? undefined : ROWS[access].later;
  const token = access === 'public' ? '✓' : (scopeOf(access) ?? '403');
  return [`\`${nameCall(call)}\``, access, ...cells, token, later?.words ?? ''];
}

function renderCell(access: Call['access'], caller: Actor | null): string {
  if (access === 'public') return '✓';
  if (caller === null) return '401';
  if (!canCall(caller, access)) return '403';
  return ROWS[access].later ? 'later' : '✓';
}

if (import.meta.main) {
  const root = path.join(import.meta.dirname, '../..');
  writeFileSync(path.join(root, PAGE), renderPermissions(await listCalls()));
}
