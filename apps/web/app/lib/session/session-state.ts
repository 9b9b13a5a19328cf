import type { OwnMember, User } from '@anupalan/contract/users';
import type { Profile } from './profile.ts';
import type { CompanyState, SessionState } from './session.tsx';

/** @param isOfAnother whether the profile is that of another company, until this one's has come */
export function toCompanyState(profile: Profile | undefined, isOfAnother: boolean, error: Error | null): CompanyState {
  if (!profile || isOfAnother) return error ? 'failed' : 'loading';
  return profile.isForeign ? 'foreign' : 'known';
}

/** @param isOfAnother as of {@link toCompanyState} */
export function toSessionState(
  token: string | null | undefined,
  profile: Profile | undefined,
  isOfAnother: boolean,
): SessionState {
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

/** Person of the version before, which knew no companies of several people: they own theirs. */
export function aloneAs({ role, company }: Pick<User, 'role' | 'company'>): OwnMember {
  const plan = role === 'user' ? 'free' : 'premium';
  return {
    companyId: company?._id ?? null,
    companyName: company?.companyName ?? null,
    role: 'owner',
    plan,
    companies: 1,
    people: 1,
    frozen: false,
    bestPlan: plan,
  };
}
