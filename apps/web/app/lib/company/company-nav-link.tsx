import type { ComponentProps } from 'react';
import { NavLink } from 'react-router';
import { useCompanyPath } from './company-link.tsx';

/** Link of the application that is marked on the page it leads to. */
export function CompanyNavLink({ to, ...link }: ComponentProps<typeof NavLink>) {
  return <NavLink {...link} to={useCompanyPath(to)} />;
}
