import type { Call } from '@anupalan/contract/wire/call';
import { companyIn } from '../company/company-address.ts';

/** Session and company that a call is made in; '' is the person's default one. */
export interface Asker {
  readonly token: string | null;
  readonly company: string;
}

/** Header that names the company a call is about (R-companies-20). */
export const COMPANY_HEADER = 'x-company';

/** Company that the tab works in; undefined until its screens have said so. */
let ofTab: string | undefined;

/** Company of the query or change that is being begun. */
let ofWork: string | undefined;

/** Calls that are about a person and no company of theirs. */
const PERSONAL_NOUNS: ReadonlySet<string> = new Set(['auth', 'passkeys', 'live', 'memberships']);
const PERSONAL_PATHS = [
  /^\/invitations\/(preview|accept|register|renew)$/,
  /^\/handovers\/:id\/(accept|decline)$/,
  /^\/companies(\/agenda)?$/,
  /^\/compliance\/run(\/match)?$/,
];

/** Begins work in a company: calls that are made before it first waits are about that one, wherever the tab goes. */
export function inCompany<Work>(company: string, begin: () => Work): Work {
  const before = ofWork;
  ofWork = company;
  try {
    return begin();
  } finally {
    ofWork = before;
  }
}

/** Says which company the tab works in from now on; '' is the person's default one. */
export function setTabCompany(company: string): void {
  ofTab = company;
}

/** Company that a call made now is about; '' is the person's default one. */
export function companyOfCall({ noun, path }: Pick<Call, 'noun' | 'path'>): string {
  if (PERSONAL_NOUNS.has(noun) || PERSONAL_PATHS.some((pattern) => pattern.test(path))) return '';
  return ofWork ?? tabCompany();
}

/** Company that the tab works in. */
export function tabCompany(): string {
  return ofTab ?? companyIn(globalThis.location?.search ?? '');
}

/** Text for the header, whatever an address named: only some characters can stand in one. */
export function toHeader(company: string): string {
  return encodeURIComponent(company).slice(0, 200);
}
