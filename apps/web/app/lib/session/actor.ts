import type { Actor } from '@anupalan/domain/permissions/actor';
import { useSession } from './session.tsx';

/** Signed-in user as the permission rules see them; null while nobody is signed in. */
export function useActor(): Actor | null {
  const { user, impersonating } = useSession();
  if (!user) return null;
  const plan = user.role === 'user' ? 'free' : 'premium';
  return { userId: user._id, role: user.role, impersonating, member: 'owner', plan };
}
