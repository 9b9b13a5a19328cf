import { readFileSync } from 'node:fs';
import path from 'node:path';
import { MEMBER_ROLES } from '@anupalan/domain/members';
import { ACTIONS, canCall } from '@anupalan/domain/permissions';
import type { Actor } from '@anupalan/domain/permissions/actor';
import type { Action } from '@anupalan/domain/permissions/table';
import { ROLES } from '@anupalan/domain/plans';
import { expect, test } from 'vitest';
import { listCalls } from '../../trials/list-calls.ts';
import { CALLERS, PAGE, renderPermissions } from './permissions.ts';

const ROOT = path.join(import.meta.dirname, '../..');

test('the page is written from the contract and the table (node scripts/security/permissions.ts)', async () => {
  expect(readFileSync(path.join(ROOT, PAGE), 'utf8')).toBe(renderPermissions(await listCalls()));
});

/** What the columns of the page say of somebody. */
function isAllowedByColumns({ role, member, plan, impersonating }: Actor, action: Action): boolean {
  const says = (caller: keyof typeof CALLERS) => canCall(CALLERS[caller], action);
  if (role === 'admin' && !says('administrator')) return false;
  const isForAdministrators = !says('owner');
  if (isForAdministrators) return role === 'admin' && !impersonating;
  const hasPlan = plan === 'premium' || role === 'admin' || says('owner, free plan');
  return member !== null && says(member) && hasPlan && (!impersonating || says('in the owner’s name'));
}

test('every kind of caller follows from the columns of the page', () => {
  const callers = ROLES.flatMap((role) =>
    MEMBER_ROLES.flatMap((member) =>
      (['free', 'premium'] as const).flatMap((plan) =>
        // Administrators are not impersonated (R-users-25).
        (role === 'admin' ? [false] : [false, true]).map((impersonating) => ({
          userId: 'me',
          ...{ role, member, plan, impersonating },
        })),
      ),
    ),
  );
  expect(callers).toHaveLength(40);
  for (const action of ACTIONS) {
    for (const caller of callers) {
      expect(canCall(caller, action), `${action} ${JSON.stringify(caller)}`).toBe(isAllowedByColumns(caller, action));
    }
  }
});
