import type { MemberRole } from '@anupalan/domain/members';
import { isForFrozen } from '@anupalan/domain/permissions';
import type { Actor } from '@anupalan/domain/permissions/actor';
import type { Action } from '@anupalan/domain/permissions/table';
import { useSession } from './session.tsx';

/**
 * Signed-in user as the permission rules see them, in the company that the tab works in; null while nobody is signed
 * in. A company without an owner can only be read, by all of its people (R-companies-24).
 */
export function useActor(): Actor | null {
  const { user, member, impersonating } = useSession();
  if (!user) return null;
  const { _id: userId, role } = user;
  const place = member?.frozen ? 'viewer' : (member?.role ?? null);
  return { userId, role, impersonating, member: place, plan: member?.plan ?? 'free' };
}

/**
 * The same person as an action asks for them: some are done in a company without an owner, too, as in any other.
 */
export function actorFor(actor: Actor | null, role: MemberRole | null, action: Action): Actor | null {
  return actor && isForFrozen(action) ? { ...actor, member: role } : actor;
}

/** The same person with the best plan that they have anywhere, which HR documents go by (R-users-4). */
export function useActorAnywhere(): Actor | null {
  const actor = useActor();
  const { member } = useSession();
  return actor && { ...actor, plan: member?.bestPlan ?? actor.plan };
}
