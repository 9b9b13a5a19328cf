import { type ComponentProps, type ComponentType, createContext, useContext, useMemo } from 'react';
import type { Link as RouterLink, To } from 'react-router';
import { useSession } from '../session/session.tsx';
import { addressWith } from './company-address.ts';

type LinkProps = ComponentProps<typeof RouterLink>;

/** What draws links: the router's, and until that is there the browser's own. */
export const LinkElement = createContext<ComponentType<LinkProps>>(PlainLink);

/** Address of this application in the company that the tab works in. Who has one company sees none (R-pages-36). */
export function useCompanyPath(to: To): To {
  const { company, member } = useSession();
  const isNamed = member !== null && member.companies > 1;
  return useMemo(() => (isNamed ? addressWith(to, company) : to), [to, company, isNamed]);
}

/** Link inside the application, which stays in the company that the tab works in (R-pages-36). */
export function Link({ to, ...link }: LinkProps) {
  const Element = useContext(LinkElement);
  return <Element {...link} to={useCompanyPath(to)} />;
}

/** Link as the router's is in the page's HTML, without what only the router reads. */
function PlainLink({
  to,
  discover,
  prefetch,
  relative,
  reloadDocument,
  replace,
  mask,
  state,
  preventScrollReset,
  viewTransition,
  defaultShouldRevalidate,
  ...anchor
}: LinkProps) {
  const { pathname = '', search = '', hash = '' } = typeof to === 'string' ? { pathname: to } : to;
  return <a {...anchor} href={`${pathname}${search}${hash}`} data-discover="true" />;
}
