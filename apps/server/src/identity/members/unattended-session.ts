import type { Role } from '@anupalan/domain/plans';
import type { Session } from '../sessions.ts';
import type { Belonging } from './membership.ts';

/**
 * A person in a company as permissions and readings ask for them, for what is done for them without a session: a
 * calendar that reads, a link in a mail. It is no sign-in: nothing that needs a fresh one is open to it.
 */
export function unattendedSession({ userId, role }: { userId: string; role: Role }, belonging: Belonging): Session {
  return {
    ...belonging,
    id: '',
    userId,
    role,
    namedCompany: belonging.companyId,
    impersonatorId: null,
    token: null,
    fresh: false,
    mustChangePassword: false,
    lacksPasskey: false,
  };
}
