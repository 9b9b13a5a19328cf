import { logout } from '@anupalan/contract/auth';
import { getOwnProfile, type User } from '@anupalan/contract/users';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import toast from 'react-hot-toast';
import { useNavigate } from 'react-router';
import { ApiError, addressOf, request } from '../api/api.ts';
import { askAgain, callKey } from '../api/ask-again.ts';
import { keptAnswers } from '../api/kept-answers.ts';
import { queryClient } from '../api/query-client.ts';
import {
  beginImpersonation,
  endImpersonation,
  expireSession,
  readAdminToken,
  readToken,
  removeToken,
  storeToken,
  subscribeToExpiry,
  subscribeToToken,
} from './token.ts';

type State =
  | { status: 'loading' | 'signed-out'; user: null; impersonating: false; passkeyNeeded: false }
  /** `user` is the impersonated one while an administrator acts as them. */
  | {
      status: 'signed-in';
      user: User;
      impersonating: boolean;
      /** Whether a passkey has to be added before anything else (R-passkeys-12). */
      passkeyNeeded: boolean;
    };

export type Session = State & {
  /** Token of the session; null without one. */
  token: string | null;
  /** Begins a session with the token and user that the server answered. */
  signIn(given: SignedIn): void;
  /** Ends the session, on the server too when it can be reached, and goes to /login (R-accounts-38). */
  signOut(): Promise<void>;
  /** Reloads the user after a change. */
  refresh(): Promise<void>;
  /** Begins an impersonation with its token; `administrator` is the token it was asked for with (R-users-26). */
  impersonate(token: string, administrator: string | null): Promise<void>;
  /** Ends the impersonation (R-users-26). */
  returnToAdmin(): Promise<void>;
};

/** Answer to the right code. */
export interface SignedIn {
  readonly token: string;
  readonly user: User;
  readonly passkeyNeeded?: true | undefined;
}

/** Time in ms after which signing out stops waiting for the server. */
const PATIENCE_MS = 4_000;

const SessionContext = createContext<Session | null>(null);

interface Profile {
  readonly user: User;
  readonly impersonatedBy?: unknown;
  readonly passkeyNeeded?: true | undefined;
}

/** First question of every page with a session. */
export const ownProfile = { address: addressOf(getOwnProfile, {}) };

/** Profile by token, so that a new session never shows the last one's user. */
function profileQuery(token: string | null | undefined) {
  return queryOptions({
    queryKey: [...callKey(getOwnProfile), token],
    queryFn: async ({ signal }): Promise<Profile> => (await request(getOwnProfile, { signal })).data,
    enabled: typeof token === 'string',
    // A session ends with its failure.
    meta: { waitsForRetries: true },
  });
}

/** Session of this tab (R-accounts-36), for everything below that calls `useSession`. */
export function SessionProvider({ children }: { children: ReactNode }) {
  // Undefined while a page is prerendered: only a browser knows whether there is a session.
  const token = useSyncExternalStore<string | null | undefined>(subscribeToToken, readToken, () => undefined);
  const { data: profile, error } = useQuery(profileQuery(token));
  const navigate = useNavigate();

  useEffect(() => clearCacheOnChange(), []);
  useEffect(() => {
    return subscribeToExpiry((expired) => {
      if (expired === 'impersonation') toast('The impersonation has ended. You are the administrator again.');
      navigate(expired === 'impersonation' ? '/users' : '/login');
    });
  }, [navigate]);
  useEffect(() => {
    if (!error || !endsSession(error, profile) || readToken() !== token) return;
    if (readAdminToken() === null) removeToken();
    else expireSession();
  }, [error, profile, token]);

  const session = useMemo<Session>(
    () => ({
      ...toState(token, profile),
      token: token ?? null,
      signIn(given) {
        storeToken(given.token);
        const { user, passkeyNeeded } = given;
        queryClient.setQueryData(profileQuery(given.token).queryKey, { user, passkeyNeeded });
      },
      async signOut() {
        const tokens = [readToken(), readAdminToken()];
        removeToken();
        await Promise.all([navigate('/login'), ...tokens.map(endOnServer)]);
      },
      async refresh() {
        await askAgain(queryClient, [getOwnProfile]);
      },
      async impersonate(given, administrator) {
        if (beginImpersonation(given, administrator)) await navigate('/dashboard');
        else await endOnServer(given);
      },
      async returnToAdmin() {
        const impersonation = readToken();
        if (!endImpersonation()) return;
        await Promise.all([navigate('/users'), endOnServer(impersonation)]);
      },
    }),
    [token, profile, navigate],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider above it');
  return session;
}

/** Late news from another tab may repeat what is known; the caches are emptied only for another token. */
function clearCacheOnChange(): () => void {
  let known = readToken();
  return subscribeToToken(() => {
    if (readToken() === known) return;
    known = readToken();
    queryClient.clear();
    keptAnswers.clear();
  });
}

function toState(token: string | null | undefined, profile: Profile | undefined): State {
  const nobody = { user: null, impersonating: false, passkeyNeeded: false } as const;
  if (token === null) return { status: 'signed-out', ...nobody };
  if (!profile) return { status: 'loading', ...nobody };
  const { user, impersonatedBy, passkeyNeeded = false } = profile;
  return { status: 'signed-in', user, impersonating: impersonatedBy !== undefined, passkeyNeeded };
}

/** First loads end the session on any failure, later ones only on a 401 (R-accounts-36). */
function endsSession(error: Error, profile: Profile | undefined): boolean {
  return profile === undefined || (error instanceof ApiError && error.status === 401);
}

/**
 * Failures are ignored: without a connection the session ends in the browser, and the server drops it once it goes
 * unused.
 */
async function endOnServer(token: string | null): Promise<void> {
  if (token !== null) await Promise.allSettled([request(logout, { token, signal: AbortSignal.timeout(PATIENCE_MS) })]);
}
