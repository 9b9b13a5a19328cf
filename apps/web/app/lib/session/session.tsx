import type { Membership } from '@anupalan/contract/people/memberships';
import type { OwnMember, User } from '@anupalan/contract/users';
import { createContext, useContext } from 'react';

export type SessionState =
  | {
      status: 'loading' | 'signed-out';
      user: null;
      member: null;
      impersonating: false;
      passkeyNeeded: false;
      mailComesBack: false;
    }
  /** `user` is the impersonated one while an administrator acts as them. */
  | {
      status: 'signed-in';
      user: User;
      /** What the person is in the tab's company; null while that isn't known, and where they are none (R-pages-38). */
      member: OwnMember | null;
      impersonating: boolean;
      /** Whether a passkey has to be added before anything else (R-passkeys-12). */
      passkeyNeeded: boolean;
      /** Whether the person's address refuses mail (R-messages-12). */
      mailComesBack: boolean;
    };

export type Session = SessionState & {
  /** Token of the session; null without one. */
  token: string | null;
  /** Company that the tab works in, as its address names it; '' is the person's default one (R-pages-36). */
  company: string;
  companyState: CompanyState;
  /** Goes on in another company of the person, on the same page (R-pages-37). */
  enterCompany(membership: Membership): void;
  /** Begins a session with the token and user that the server answered. */
  signIn(given: SignedIn): void;
  /** Ends the session, on the server too when it can be reached, and goes to /login (R-accounts-38). */
  signOut(): Promise<void>;
  /** Ends the session as {@link signOut} does, for somebody else to sign in and go on at an address. */
  changeUser(from: string): Promise<void>;
  /** Reloads the user after a change. */
  refresh(): Promise<void>;
  /** Begins an impersonation with its token; `administrator` is the token it was asked for with (R-users-26). */
  impersonate(token: string, administrator: string | null): Promise<void>;
  /** Ends the impersonation (R-users-26). */
  returnToAdmin(): Promise<void>;
};

/** What is known of the person in the tab's company; `foreign` is one they don't belong to, or no longer (R-pages-38). */
export type CompanyState = 'loading' | 'known' | 'foreign' | 'failed';

/** Answer to the right code. */
export interface SignedIn {
  readonly token: string;
  readonly user: User;
  readonly passkeyNeeded?: true | undefined;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider above it');
  return session;
}
