import type { MemberRole } from '../members.ts';
import type { Permission } from './permission.ts';
import { type Action, PERMISSIONS } from './table.ts';

const MEMBERS: Readonly<Record<MemberRole, string>> = {
  owner: 'the owner of the company',
  manager: 'managers and the owner of the company',
  member: 'members, managers and the owner of the company',
  viewer: 'everybody in the company',
};

const ON_PLATFORM = { administrator: 'platform administrators', customer: 'everybody but platform administrators' };

/** Who may do an action, in words, as the documents of the API have it (R-permissions-5). */
export function describePermission(action: Action): string {
  const { platform, member, plan, inPerson, later }: Permission = PERMISSIONS[action];
  const who = [platform && ON_PLATFORM[platform], member && MEMBERS[member]].filter(Boolean);
  return [
    who.length > 0 ? who.join(', of them ') : 'everybody who is signed in',
    plan && 'with Premium',
    inPerson && 'not while impersonating',
    later && `decided later: ${later.words}`,
  ]
    .filter(Boolean)
    .join('; ');
}
