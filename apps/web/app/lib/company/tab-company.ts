import { useEffect, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { setTabCompany } from '../api/call-company.ts';
import { browserStorage } from '../remembered.ts';
import type { Profile } from '../session/profile.ts';
import { companyIn, companyToName, searchWith } from './company-address.ts';
import { readUsedCompany, rememberUsedCompany } from './used-company.ts';

export interface TabCompany {
  /** Company that the tab works in; '' is the person's default one. */
  readonly company: string;
  /** Company that its address names for this session; '' when it names none. */
  readonly named: string;
}

/**
 * Company that the tab works in: the one that its address names, else the one before, until the address names it again
 * (R-pages-36). The address that another session left behind counts for nothing.
 */
export function useTabCompany(token: string | null | undefined): TabCompany {
  const address = companyIn(useLocation().search);
  const [kept, setKept] = useState({ token, company: address, left: '' });
  const isSame = kept.token === token;
  const left = isSame || !kept.token || !token ? kept.left : address;
  const named = address === left ? '' : address;
  const company = named || (isSame && token ? kept.company : '');
  const next = { token, company, left: address === left ? left : '' };
  if (!isSame || kept.company !== next.company || kept.left !== next.left) setKept(next);
  useLayoutEffect(() => setTabCompany(company), [company]);
  return { company, named };
}

/** Keeps the company in the address as the person needs it (R-pages-36), and in mind for the next page that opens. */
export function useCompanyInAddress({ company, named }: TabCompany, { user, member, isForeign }: Known): void {
  const { pathname, search, state } = useLocation();
  const isMoving = useNavigation().state !== 'idle';
  const navigate = useNavigate();
  const userId = user?._id;
  const known = (!isForeign && member) || null;
  const usedLast = userId === undefined || company !== '' ? '' : readUsedCompany(browserStorage, userId);
  const wanted = userId === undefined ? named : companyToName({ named, before: company, member: known, usedLast });
  const isWrong = userId !== undefined && wanted !== companyIn(search) && !isOfPerson(pathname);

  useEffect(() => {
    // The browser's own address: what is rendered may lag behind a navigation, or have what was taken out of it.
    const present = window.location;
    if (!isWrong || isMoving || companyIn(present.search) !== companyIn(search)) return;
    const to = { search: searchWith(present.search, wanted), hash: present.hash };
    navigate(to, { replace: true, state, preventScrollReset: true });
  }, [isWrong, isMoving, wanted, search, state, navigate]);

  const used = known && known.companies > 1 ? company : '';
  useEffect(() => {
    if (userId === undefined || (!known && !isForeign)) return;
    const note = () => document.visibilityState !== 'hidden' && rememberUsedCompany(userId, used);
    note();
    // A page that is opened from this tab, in a new one, opens with its company.
    window.addEventListener('focus', note);
    return () => window.removeEventListener('focus', note);
  }, [userId, used, known, isForeign]);
}

/**
 * Pages that mailed links lead to, which are about the person. A company that came into their address would begin them
 * anew, without the token that was taken out of it.
 */
const OF_PERSON: ReadonlySet<string> = new Set(['/invitation', '/email-change/stop', '/email-change/undo', '/set-up']);

function isOfPerson(pathname: string): boolean {
  return OF_PERSON.has(pathname.replace(/(?<=.)\/$/, ''));
}

type Known = Partial<Pick<Profile, 'user' | 'member' | 'isForeign'>>;
