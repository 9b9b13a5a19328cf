import type { AuditAction, AuditEntry, AuditNoun } from '@anupalan/contract/audit-log';
import { Role } from '@anupalan/contract/users';
import { ROLE_LABELS } from '@anupalan/domain/plans';
import { formatInstant } from '../../lib/time/dates.ts';

/** Audit nouns as the filter names them. */
export const AUDIT_NOUN_LABELS: Readonly<Record<AuditNoun, string>> = {
  auth: 'Sign-in and sign-up',
  users: 'Users',
  'calendar-feeds': 'Calendar addresses',
  passkeys: 'Passkeys',
  companies: 'Companies',
  handovers: 'Companies handed over',
  plans: 'Plans and payments',
  acts: 'Acts',
  'compliance-fields': 'Compliance fields',
  'compliance-items': 'Compliance items',
  extensions: 'Extensions',
  'status-history': 'Status history',
  reminders: 'Reminders',
  'payment-dates': 'Payment dates',
  'submission-dates': 'Submission dates',
  'hr-documents': 'HR documents',
  contact: 'Contact messages',
  'job-postings': 'Job postings',
  'audit-log': 'Audit log',
};

export const AUDIT_NOUNS = Object.keys(AUDIT_NOUN_LABELS) as [AuditNoun, ...AuditNoun[]];

type Phrase = string | ((entry: AuditEntry) => string);

/** Phrases for each action, the rest of a sentence that begins with the actor. */
const PHRASES: Readonly<Record<AuditAction, Phrase>> = {
  'auth.sign-in': 'signed in',
  'auth.sign-out': 'signed out',
  'auth.sign-up': 'signed up',
  'auth.enter-password': ({ subject }) => `entered the right password of ${nameOf(subject)}`,
  'auth.ask-sign-in-code': ({ subject }) => `had a sign-in code mailed to ${nameOf(subject)}`,
  'auth.ask-sign-up-code': ({ subject }) => `had a sign-up code mailed to ${nameOf(subject)}`,
  'auth.ask-password-reset': ({ subject }) => `had a password reset code mailed to ${nameOf(subject)}`,
  'auth.reset-password': 'reset their password',
  'auth.reauthenticate': 'confirmed their password',
  'auth.fail-reauthenticate': describeFailure('confirm a password', 'confirm the password of'),
  'auth.fail-sign-in': describeFailure('sign in', 'sign in as'),
  'auth.fail-sign-up': describeFailure('confirm a sign-up', 'confirm the sign-up of'),
  'auth.fail-password-reset': describeFailure('reset a password', 'reset the password of'),
  'auth.fail-email-change': 'failed to confirm their new email',
  'users.create-first-administrator': 'became the first administrator',
  'users.set-up': 'chose their first password by the printed link',
  'users.update': 'changed their profile',
  'users.request-email-change': 'asked to change their email',
  'users.change-email': describeEmailChange,
  'users.stop-email-change': 'stopped a change of that account’s email',
  'users.undo-email-change': 'undid a change of their email',
  'users.fail-undo-email-change': describeFailure('undo a change of email', 'undo the change of email of'),
  'users.change-password': 'changed their password',
  'users.fail-change-password': describeFailure('change a password', 'change the password of'),
  'users.end-session': 'ended one of their sessions',
  'users.end-sessions': ({ actor, subject }) =>
    actor?._id === subject?._id ? 'signed out everywhere' : `signed ${nameOf(subject)} out everywhere`,
  'users.change-role': describeRoleChange,
  'users.change-status': ({ subject, details }) =>
    `${details.to === 'suspended' ? 'suspended' : 'activated'} ${nameOf(subject)}`,
  'users.impersonate': ({ subject }) => `began to act as ${nameOf(subject)}`,
  'users.end-impersonation': describeEndedImpersonation,
  'users.delete': ({ actor, subject }) => (actor?._id === subject?._id ? 'erased their account' : 'deleted a user'),
  'users.download-data': 'downloaded their data',
  'calendar-feeds.create': 'made a calendar address',
  'calendar-feeds.delete': 'deleted a calendar address',
  'passkeys.add': 'added a passkey',
  'passkeys.rename': 'renamed a passkey',
  'passkeys.remove': 'removed a passkey',
  'passkeys.renew-recovery-codes': 'made new recovery codes',
  'passkeys.forget': ({ subject }) => `removed the passkeys of ${nameOf(subject)}`,
  'companies.register': 'registered a company',
  'companies.create': 'added a company',
  'companies.delete': 'deleted a company',
  'companies.export': 'had a file made of the whole company',
  'companies.import': 'took a company in from a file',
  'companies.update': 'changed the company profile',
  'companies.add-state': ({ details }) => `added the state ${nameIn(details.state)}`,
  'companies.remove-state': ({ details }) => `removed the state ${nameIn(details.state)}`,
  'handovers.appoint': ({ subject }) => `made ${nameOf(subject)} the owner of a company that had none`,
  'plans.upgrade': 'paid for Premium',
  'plans.downgrade': 'returned to the Free plan',
  'plans.expire': 'returned to the Free plan at the end of Premium',
  'plans.refund': ({ subject }) => `refunded a payment of ${nameOf(subject)}`,
  'acts.create': describeWork('created', 'an act'),
  'acts.update': describeWork('changed', 'an act'),
  'acts.delete': describeWork('deleted', 'an act'),
  'compliance-fields.create': describeWork('created', 'a compliance field'),
  'compliance-fields.update': describeWork('changed', 'a compliance field'),
  'compliance-fields.delete': describeWork('deleted', 'a compliance field'),
  'compliance-items.create': describeWork('created', 'a compliance item'),
  'compliance-items.update': describeWork('changed', 'a compliance item'),
  'compliance-items.delete': describeWork('deleted', 'a compliance item'),
  'compliance-items.import': ({ details }) => `imported ${details.items ?? 'several'} compliance items`,
  'compliance-items.load-edition': 'brought the catalogue up to date',
  'extensions.publish': 'published an extension',
  'extensions.take-back': 'took an extension back',
  'status-history.change-note': 'changed a note',
  'status-history.delete-note': 'deleted a note',
  'reminders.create': 'created a reminder',
  'reminders.acknowledge': 'acknowledged a reminder',
  'reminders.delete': 'deleted a reminder',
  'payment-dates.create': 'created a payment date',
  'payment-dates.delete': 'deleted a payment date',
  'submission-dates.create': 'created a submission date',
  'submission-dates.delete': 'deleted a submission date',
  'hr-documents.create': 'created an HR document',
  'hr-documents.update': 'changed an HR document',
  'hr-documents.delete': 'deleted an HR document',
  'hr-documents.load-formats': 'brought the HR formats up to date',
  'contact.update': describeHandling('a contact message'),
  'contact.delete': 'deleted a contact message',
  'job-postings.update': describeHandling('a job posting'),
  'job-postings.delete': 'deleted a job posting',
  'audit-log.export': 'downloaded the audit log',
};

/** Actors of entries without a signed-in user, where "Somebody who was not signed in" would be wrong. */
const UNATTENDED: Readonly<Partial<Record<AuditAction, (entry: AuditEntry) => string>>> = {
  'users.stop-email-change': ({ subject }) => `Whoever reads the mail of ${nameOf(subject)}`,
  'users.create-first-administrator': ({ subject }) => nameOf(subject),
  'plans.upgrade': ({ subject }) => nameOf(subject),
  'plans.expire': ({ subject }) => nameOf(subject),
  'plans.refund': () => 'The payment provider',
  'compliance-items.load-edition': () => 'A new version',
  'hr-documents.load-formats': () => 'A new version',
  'passkeys.forget': () => 'The operator',
};

/** Audit entry as a sentence, "Asha Rao suspended Ravi Kumar"; an unknown action is shown by its code. */
export function describeEntry(entry: AuditEntry): string {
  const phrase = isKnown(entry.action) ? PHRASES[entry.action] : `did ${entry.action}`;
  const sentence = `${describeActors(entry)} ${typeof phrase === 'string' ? phrase : phrase(entry)}`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function isKnown(action: string): action is AuditAction {
  return Object.hasOwn(PHRASES, action);
}

function describeActors(entry: AuditEntry): string {
  const { action, actor, impersonator } = entry;
  if (impersonator && actor?._id !== impersonator._id) return `${nameOf(impersonator)}, acting as ${nameOf(actor)},`;
  if (actor) return nameOf(actor);
  return (isKnown(action) && UNATTENDED[action]?.(entry)) || 'Somebody who was not signed in';
}

function describeEmailChange({ actor, subject }: AuditEntry): string {
  return actor?._id === subject?._id ? 'changed their email' : `changed the email of ${nameOf(subject)}`;
}

function describeFailure(attempt: string, attemptOn: string): Phrase {
  return ({ subject, details }) => {
    const failure = `failed to ${subject ? `${attemptOn} ${nameOf(subject)}` : attempt}`;
    return details.reason === 'too-many-tries' ? `${failure} too many times` : failure;
  };
}

/** Phrase with the title of the thing, where the entry recorded one. */
function describeWork(verb: string, thing: string): Phrase {
  return ({ details }) => {
    const title = [details.title, details.name].find((value) => typeof value === 'string');
    return title ? `${verb} ${thing.replace(/^an?/, 'the')} “${title}”` : `${verb} ${thing}`;
  };
}

function describeRoleChange({ subject, details }: AuditEntry): string {
  const [from, to] = [details.from, details.to].map((role) => Role.safeParse(role).data);
  const whose = `changed the role of ${nameOf(subject)}`;
  return from && to ? `${whose} from ${ROLE_LABELS[from]} to ${ROLE_LABELS[to]}` : whose;
}

/** Expired impersonations are logged some minutes late, so the phrase gives the time of their end. */
function describeEndedImpersonation({ subject, details }: AuditEntry): string {
  const phrase = `stopped acting as ${nameOf(subject)}`;
  return typeof details.endedAt === 'string'
    ? `${phrase} when the hour was over, at ${formatInstant(details.endedAt)}`
    : phrase;
}

function describeHandling(thing: string): Phrase {
  return ({ details }) => (details.handled === false ? `reopened ${thing}` : `handled ${thing}`);
}

/** Names are today's; an erased user has none. */
function nameOf(person: AuditEntry['actor']): string {
  return person?.name ?? 'a deleted user';
}

function nameIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
