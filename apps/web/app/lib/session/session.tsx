import { logout } from '@anupalan/contract/auth';
import type { Membership } from '@anupalan/contract/people/memberships';
import { getOwnProfile, type OwnMember, type User } from '@anupalan/contract/users';
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import toast from 'react-hot-toast';
import { useNavigate } from 'react-router';
import { ApiError, request } from '../api/api.ts';
import { askAgain } from '../api/ask-again.ts';
import { keptAnswers } from '../api/kept-answers.ts';
import { clearClients, queryClient } from '../api/query-client.ts';
import { searchWith } from '../company/company-address.ts';
import { useCompanyInAddress, useTabCompany } from '../company/tab-company.ts';
import { aloneAs, type Profile, profileQuery } from './profile.ts';
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

export type Session = State & {
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

/** Time in ms after which signing out stops waiting for the server. */
const PATIENCE_MS = 4_000;

const SessionContext = createContext<Session | null>(null);

/** Session of this tab (R-accounts-36), for everything below that calls `useSession`. */
export function SessionProvider({ children }: { children: ReactNode }) {
  // Undefined while a page is prerendered: only a browser knows whether there is a session.
  const token = useSyncExternalStore<string | null | undefined>(subscribeToToken, readToken, () => undefined);
  const tab = useTabCompany(token);
  const { company } = tab;
  const { profile, isOfAnother, error } = useProfile(token, company);
  const navigate = useNavigate();
  useCompanyInAddress(tab, (!isOfAnother && profile) || {});

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

  const session = useMemo<Session>(() => {
    async function leave(state: { from: string } | null) {
      const tokens = [readToken(), readAdminToken()];
      removeToken();
      await Promise.all([navigate('/login', { state }), ...tokens.map(endOnServer)]);
    }
    return {
      ...toState(token, profile, isOfAnother),
      token: token ?? null,
      company,
      companyState: toCompanyState(profile, isOfAnother, error),
      enterCompany({ companyId, companyName, role, plan, frozen }) {
        if (profile) {
          // Known well enough to go on at once; the server is asked for the rest.
          const known = profile.member ?? aloneAs(profile.user);
          // Of several: nobody goes on in another company who has but one.
          const companies = Math.max(known.companies, 2);
          const member = { ...known, companyId, companyName, role, plan, frozen, companies };
          const { queryKey } = profileQuery(token, companyId);
          queryClient.setQueryData(queryKey, (read) => read ?? { ...withoutRefusal(profile), member }, OLD);
        }
        navigate({ search: searchWith('', companyId) });
      },
      signIn(given) {
        storeToken(given.token);
        const { user, passkeyNeeded } = given;
        // Who they are in which company is asked for.
        queryClient.setQueryData(profileQuery(given.token, company).queryKey, { user, passkeyNeeded }, OLD);
      },
      signOut: () => leave(null),
      changeUser: (from) => leave({ from }),
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
    };
  }, [token, company, profile, isOfAnother, error, navigate]);
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
    clearClients();
    keptAnswers.clear();
  });
}

/** Answer that is asked for again as soon as it is shown. */
const OLD = { updatedAt: 0 };

/** Profile of the person in a company; of another one until it has come, so that the person stays known. */
function useProfile(token: string | null | undefined, company: string) {
  const ofDefault = profileQuery(token, '').queryKey;
  const isDefault = () => queryClient.getQueryData(ofDefault)?.member?.companyId === company;
  const { data, error } = useQuery(
    {
      ...profileQuery(token, company),
      initialData: () => (company !== '' && isDefault() ? queryClient.getQueryData(ofDefault) : undefined),
      initialDataUpdatedAt: () => queryClient.getQueryState(ofDefault)?.dataUpdatedAt,
    },
    queryClient,
  );
  const [last, setLast] = useState({ token, profile: data });
  if (data && (last.token !== token || last.profile !== data)) setLast({ token, profile: data });
  const known = last.token === token ? last.profile : undefined;
  return { profile: data ?? known, isOfAnother: !data, error };
}

function withoutRefusal({ isForeign, ...profile }: Profile): Profile {
  return profile;
}

function toCompanyState(profile: Profile | undefined, isOfAnother: boolean, error: Error | null): CompanyState {
  if (!profile || isOfAnother) return error ? 'failed' : 'loading';
  return profile.isForeign ? 'foreign' : 'known';
}

function toState(token: string | null | undefined, profile: Profile | undefined, isOfAnother: boolean): State {
  const nobody = {
    user: null,
    member: null,
    impersonating: false,
    passkeyNeeded: false,
    mailComesBack: false,
  } as const;
  if (token === null) return { status: 'signed-out', ...nobody };
  if (!profile) return { status: 'loading', ...nobody };
  const { user, impersonatedBy, passkeyNeeded = false, mailComesBack = false } = profile;
  const member = isOfAnother || profile.isForeign ? null : (profile.member ?? aloneAs(user));
  const impersonating = impersonatedBy !== undefined;
  return { status: 'signed-in', user, member, impersonating, passkeyNeeded, mailComesBack };
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
