import type { MemberRole } from '../members.ts';
import type { Role } from '../plans.ts';
import type { Actor, Owned, UserStatus } from './actor.ts';

/** What an action asks of whoever does it. All that is named has to hold; what isn't named is not asked. */
export interface Permission {
  /** The least role in the company that the call is about. Without it anybody who is signed in may do it. */
  readonly member?: MemberRole;
  /** Whether the role counts in a frozen company, too, in which everybody else reads like a viewer (R-companies-24). */
  readonly frozenToo?: true;
  /** The plan that this company needs. */
  readonly plan?: 'premium';
  /** Who on the platform: its administrators, or its customers, who are all others. */
  readonly platform?: 'administrator' | 'customer';
  /** Whether it is refused while impersonating (R-users-27); administration always is. */
  readonly inPerson?: true;
  /** What besides decides once it is known what the call is about: the server asks `can` again then. */
  readonly later?: Later;
}

interface Later {
  /** Who may do it, as words that follow "decided later: ". */
  readonly words: string;
  readonly allows: (actor: Actor, ...resource: never[]) => boolean;
}

export interface ImpersonationTarget extends Owned {
  readonly role: Role;
  readonly status: UserStatus;
}
