import { type ComponentProps, useMemo } from 'react';
import { NavLink, Link as RouterLink, type To } from 'react-router';
import { useSession } from '../session/session.tsx';
import { addressWith } from './company-address.ts';

/** Address of this application in the company that the tab works in. Who has one company sees none (R-pages-36). */
export function useCompanyPath(to: To): To {
  const { company, member } = useSession();
  const isNamed = member !== null && member.companies > 1;
  return useMemo(() => (isNamed ? addressWith(to, company) : to), [to, company, isNamed]);
}

/** Link inside the application, which stays in the company that the tab works in (R-pages-36). */
export function Link({ to, ...link }: ComponentProps<typeof RouterLink>) {
  return <RouterLink {...link} to={useCompanyPath(to)} />;
}

/** {@link Link} that is marked on the page it leads to. */
export function CompanyNavLink({ to, ...link }: ComponentProps<typeof NavLink>) {
  return <NavLink {...link} to={useCompanyPath(to)} />;
}
