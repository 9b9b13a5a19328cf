import type { User } from '@anupalan/contract/users';
import type { Actor } from '@anupalan/domain/permissions';

/** The viewer as the permission rules see them. */
export function actorOf(user: Pick<User, '_id' | 'role'>): Actor {
  return { userId: user._id, role: user.role, impersonating: false };
}
