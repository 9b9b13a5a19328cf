import type { User } from '@anupalan/contract/users';
import type { Actor } from '@anupalan/domain/permissions';
import { useSession } from './session.tsx';

/** The viewer as the permission rules see them. */
export function actorOf(user: Pick<User, '_id' | 'role'>, impersonating = false): Actor {
  return { userId: user._id, role: user.role, impersonating };
}

/** Who is signed in, as the permission rules see them; null while nobody is. */
export function useActor(): Actor | null {
  const { user, impersonating } = useSession();
  return user && actorOf(user, impersonating);
}
