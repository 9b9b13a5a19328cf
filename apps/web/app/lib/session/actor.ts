import type { Actor } from '@anupalan/domain/permissions/actor';
import { useSession } from './session.tsx';

/**
 * Signed-in user as the permission rules see them, in the company that the tab works in; null while nobody is signed
 * in.
 */
export function useActor(): Actor | null {
  const { user, member, impersonating } = useSession();
  if (!user) return null;
  const { _id: userId, role } = user;
  return { userId, role, impersonating, member: member?.role ?? null, plan: member?.plan ?? 'free' };
}
