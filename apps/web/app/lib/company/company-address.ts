import type { Path, To } from 'react-router';

/** Parameter of an address that names the company its tab works in (R-pages-36). */
const COMPANY = 'company';

/** Company that an address names; '' is the person's default one. */
export function companyIn(search: string): string {
  return new URLSearchParams(search).get(COMPANY) ?? '';
}

/** Search part of an address with the company named in it, after what it says already; '' takes the name out. */
export function searchWith(search: string, company: string): string {
  const parameters = new URLSearchParams(search);
  if (company === '') parameters.delete(COMPANY);
  else parameters.set(COMPANY, company);
  return parameters.size > 0 ? `?${parameters}` : '';
}

/** Address of this application with the company named in it, unless it names one itself. */
export function addressWith(to: To, company: string): To {
  if (company === '') return to;
  const { pathname = '', search = '', hash = '' } = typeof to === 'string' ? splitAddress(to) : to;
  if (companyIn(search) !== '') return to;
  const named = searchWith(search, company);
  return typeof to === 'string' ? `${pathname}${named}${hash}` : { ...to, search: named };
}

/** Parts of an address: the router's own way to tell them would load the whole of it. */
function splitAddress(address: string): Path {
  const [rest = '', fragment] = address.split(/#(.*)/s);
  const [pathname = '', query] = rest.split(/\?(.*)/s);
  return { pathname, search: query ? `?${query}` : '', hash: fragment ? `#${fragment}` : '' };
}

export interface Opened {
  /** Company that the address names; '' when it names none. */
  readonly named: string;
  /** Company that the tab worked in before, '' for the default one. */
  readonly before: string;
  /** What is known of the person in the tab's company; null while it is not known, and where they are none. */
  readonly member: { readonly companyId: string | null; readonly companies: number } | null;
  /** Company that the person used last in this browser; '' when that isn't known. */
  readonly usedLast: string;
}

/**
 * Company that an address has to name: of the person with several always one, of the person with one never
 * (R-pages-36).
 */
export function companyToName({ named, before, member, usedLast }: Opened): string {
  if (!member) return named || before;
  if (member.companies < 2 && (named === '' || named === member.companyId)) return '';
  return named || before || usedLast || (member.companies < 2 ? '' : (member.companyId ?? ''));
}
