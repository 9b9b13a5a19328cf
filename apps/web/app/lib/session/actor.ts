import type { Actor } from '@anupalan/domain/permissions';
import { useSession } from './session.tsx';

/** Signed-in user as the permission rules see them; null while nobody is signed in. */
export function useActor(): Actor | null {
  const { user, impersonating } = useSession();
  return user && { userId: user._id, role: user.role, impersonating };
}
