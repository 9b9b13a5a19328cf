import type { OwnMember } from '@anupalan/contract/users';
import { useSession } from './session.tsx';

/** Company that the tab works in, as the person sees it. */
export interface TabCompany extends Pick<OwnMember, 'role' | 'plan' | 'people'> {
  readonly id: string;
  readonly name: string;
}

/** Company that the tab works in (R-pages-36); null while that isn't known, and for who has none. */
export function useCompany(): TabCompany | null {
  const { member } = useSession();
  if (!member || member.companyId === null) return null;
  const { companyId: id, companyName: name, role, plan, people } = member;
  return { id, name: name ?? '', role, plan, people };
}

/** Prefix under which the browser remembers what is somebody's in one company, and not in their others. */
export function useRememberedBy(userId: string): string {
  const { member } = useSession();
  return member && member.companies > 1 && member.companyId !== null ? `${userId}:${member.companyId}` : userId;
}
