import type { OwnMember } from '@anupalan/contract/users';
import type { Role } from '@anupalan/domain/plans';
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

/**
 * Role whose features the person has in the tab's company, which are those of its plan (R-users-4); administrators have
 * all everywhere. @param role their own, which holds while the company isn't known
 */
export function usePlanRole(role: Role): Role {
  const { member } = useSession();
  if (role === 'admin' || !member) return role;
  return member.plan === 'premium' ? 'premium' : 'user';
}

/** Prefix under which the browser remembers what is somebody's in one company, and not in their others. */
export function useRememberedBy(userId: string): string {
  return rememberedBy(userId, useSession().member);
}

/** {@link useRememberedBy} for who is what in the company. */
export function rememberedBy(userId: string, member: OwnMember | null): string {
  return member && member.companies > 1 && member.companyId !== null ? `${userId}:${member.companyId}` : userId;
}
