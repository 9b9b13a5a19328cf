import { logout } from '@anupalan/contract/auth';
import { getOwnProfile } from '@anupalan/contract/users';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import toast from 'react-hot-toast';
import { useNavigate } from 'react-router';
import { ApiError, request } from '../api/api.ts';
import { askAgain } from '../api/ask-again.ts';
import { keptAnswers } from '../api/kept-answers.ts';
import { clearClients, queryClient } from '../api/query-client.ts';
import { searchWith } from '../company/company-address.ts';
import { useCompanyInAddress, useTabCompany } from '../company/tab-company.ts';
import { firstScreen } from '../first-screen.ts';
import { type Profile, profileQuery } from './profile.ts';
import { type Session, SessionContext } from './session.tsx';
import { aloneAs, toCompanyState, toSessionState } from './session-state.ts';
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

/** Time in ms after which signing out stops waiting for the server. */
const PATIENCE_MS = 4_000;

/** Session of this tab (R-accounts-36), for everything below that calls `useSession`. */
export function SessionProvider({ children }: { children: ReactNode }) {
  // Undefined while a page is prerendered: only a browser knows whether there is a session, or has drawn somebody's.
  const token = useSyncExternalStore<string | null | undefined>(
    subscribeToToken,
    readToken,
    () => firstScreen()?.token,
  );
  const tab = useTabCompany(token);
  const { company } = tab;
  const { profile, isOfAnother, error } = useProfile(token, company);
  const navigate = useNavigate();
  useCompanyInAddress(tab, (!isOfAnother && profile) || {});

  // What the caches begin with is of the session that the page was drawn for. Before anything asks: what is on its way
  // then would be dropped.
  const [begunFor] = useState(() => firstScreen()?.token);
  useLayoutEffect(() => clearCacheOnChange(begunFor), [begunFor]);
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
      ...toSessionState(token, profile, isOfAnother),
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

/** Late news from another tab may repeat what is known; the caches are emptied only for another token. */
function clearCacheOnChange(begunFor = readToken()): () => void {
  let known = begunFor;
  const clearOfOther = () => {
    if (readToken() === known) return;
    known = readToken();
    clearClients();
    keptAnswers.clear();
  };
  clearOfOther();
  return subscribeToToken(clearOfOther);
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
