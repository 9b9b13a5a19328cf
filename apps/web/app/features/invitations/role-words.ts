import type { MemberRole } from '@anupalan/domain/members';

/** What a role lets somebody do, as whoever gives it reads it. */
export const ROLE_WORDS: Readonly<Record<MemberRole, string>> = {
  owner: 'Decides on roles and payment, and can hand the company over.',
  manager: 'Edits the company, invites people and assigns work, and records.',
  member: 'Records statuses, notes, payments and reminders.',
  viewer: 'Reads only, until a last day: for auditors and inspectors.',
};
