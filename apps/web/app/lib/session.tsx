import { logout } from '@anupalan/contract/auth';
import { getOwnProfile, type User } from '@anupalan/contract/users';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import toast from 'react-hot-toast';
import { useNavigate } from 'react-router';
import { ApiError, request } from './api.ts';
import { queryClient } from './query-client.ts';
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
  | { status: 'loading' | 'signed-out'; user: null; impersonating: false }
  /** `user` is the impersonated one while an administrator acts as them. */
  | { status: 'signed-in'; user: User; impersonating: boolean };

export type Session = State & {
  /** Identifies the session; null when there is none. */
  token: string | null;
  /** Goes on with a token the server gave, as the user it came with. */
  signIn(given: SignedIn): void;
  /** Ends the session, on the server too when it can be reached, and goes to /login. */
  signOut(): Promise<void>;
  /** Loads the user again, after something about them changed. */
  refresh(): Promise<void>;
  /** Goes on as somebody else, with the token the server gave to the session of `administrator` for it. */
  impersonate(token: string, administrator: string | null): Promise<void>;
  /** Goes on as the administrator one really is. */
  returnToAdmin(): Promise<void>;
};

/** What the right code is exchanged for. */
export interface SignedIn {
  readonly token: string;
  readonly user: User;
}

/** How long a server that doesn't answer is told that somebody has left. */
const PATIENCE_MS = 4_000;

const SessionContext = createContext<Session | null>(null);

interface Profile {
  readonly user: User;
  readonly impersonatedBy?: unknown;
}

/** A new token is a new key, so nobody is ever shown as somebody else. */
function profileQuery(token: string | null | undefined) {
  return queryOptions({
    queryKey: ['users', 'profile', token],
    queryFn: async ({ signal }): Promise<Profile> => (await request(getOwnProfile, { signal })).data,
    enabled: typeof token === 'string',
  });
}

/** Keeps the session of this tab (specification 1, section 4). Wraps everything that calls `useSession`. */
export function SessionProvider({ children }: { children: ReactNode }) {
  // Static pages are rendered without a browser: whether there is a session is not known yet.
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
        queryClient.setQueryData(profileQuery(given.token).queryKey, { user: given.user });
      },
      async signOut() {
        const tokens = [readToken(), readAdminToken()];
        removeToken();
        await Promise.all([navigate('/login'), ...tokens.map(endOnServer)]);
      },
      async refresh() {
        await queryClient.invalidateQueries({ queryKey: ['users', 'profile'] });
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

/** News of another tab may be late and tell of nothing new: what was loaded since must stay. */
function clearCacheOnChange(): () => void {
  let known = readToken();
  return subscribeToToken(() => {
    if (readToken() === known) return;
    known = readToken();
    queryClient.clear();
  });
}

function toState(token: string | null | undefined, profile: Profile | undefined): State {
  if (token === null) return { status: 'signed-out', user: null, impersonating: false };
  if (!profile) return { status: 'loading', user: null, impersonating: false };
  return { status: 'signed-in', user: profile.user, impersonating: profile.impersonatedBy !== undefined };
}

/** At the start any failure ends the session; later only the server's word that it is over does. */
function endsSession(error: Error, profile: Profile | undefined): boolean {
  return profile === undefined || (error instanceof ApiError && error.status === 401);
}

/** Without a connection a session ends in the browser all the same; the server forgets it when it goes unused. */
async function endOnServer(token: string | null): Promise<void> {
  if (token !== null) await Promise.allSettled([request(logout, { token, signal: AbortSignal.timeout(PATIENCE_MS) })]);
}
