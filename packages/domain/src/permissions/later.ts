import type { MemberRole } from '../members.ts';
import { isFreeStatus, type Status } from '../statuses.ts';
import { type Actor, hasPremium, hasRole, isAdministrator, isOwnerOf, type Owned } from './actor.ts';

/** A membership that somebody else changes or ends. */
export interface MemberTarget extends Owned {
  readonly role: MemberRole;
}

/** A record that waits for its check. */
export interface WaitingRecord {
  /** Who recorded it: the author, and the administrator who acted in their name. */
  readonly recordedBy: readonly (string | null)[];
  /** The person whom it waits for as things are now; null when that is nobody who could. */
  readonly waitsFor: string | null;
}

export const ANOTHER_PERSON = {
  words: 'never to oneself (R-users-19)',
  allows: (actor: Actor, target: Owned) => !isOwnerOf(actor, target),
};

export const ONESELF_OR_ADMINISTRATOR = {
  words: 'for oneself; administrators for anybody (R-users-8)',
  allows: (actor: Actor, target: Owned) => isOwnerOf(actor, target) || isAdministrator(actor),
};

/** The statuses that the plan has. */
export const STATUSES_OF_PLAN = {
  words: 'statuses of the free plan; all with Premium (R-statuses-6)',
  allows: (actor: Actor, status: Status) => hasPremium(actor) || isFreeStatus(status),
};

export const PREMIUM = { words: 'with Premium (R-users-4)', allows: hasPremium };

export const OWN_OR_MANAGER = {
  words: 'one’s own; managers and the owner anybody’s (R-permissions-4)',
  allows: (actor: Actor, record: Owned) => isOwnerOf(actor, record) || hasRole(actor, 'manager'),
};

export const OWN_OR_OWNER = {
  words: 'one’s own; the owner anybody’s',
  allows: (actor: Actor, thing: Owned) => isOwnerOf(actor, thing) || isOwner(actor),
};

/** Whether somebody owns the company. */
export function isOwner({ member }: Actor): boolean {
  return member === 'owner';
}

/** Whether somebody is a member of the company, or more. */
export function isMember(actor: Actor): boolean {
  return hasRole(actor, 'member');
}

/** A file of evidence whose caller sees it. */
interface RemovableEvidence extends Owned {
  readonly isStaged: boolean;
  /** Whether it is of a restricted event, which nobody sees by a role. */
  readonly isRestricted: boolean;
}

export const REMOVABLE_EVIDENCE = {
  words: 'staged files by who staged them, of complaints whoever is named; else managers (R-evidence-7)',
  allows: (actor: Actor, file: RemovableEvidence) =>
    file.isStaged ? isOwnerOf(actor, file) : file.isRestricted || hasRole(actor, 'manager'),
};

export const OWNER_OR_PAYER = {
  words: 'the owner, and who pays',
  allows: (actor: Actor, payer: Owned) => isOwner(actor) || isOwnerOf(actor, payer),
};
