import type { AuditEntry } from '@anupalan/contract/audit-log';
import { Role } from '@anupalan/contract/users';
import { ROLE_LABELS } from '@anupalan/domain/plans';

/** Everything the log is about, in the words of the filter. */
export const AUDIT_NOUN_LABELS = {
  auth: 'Sign-in and sign-up',
  users: 'Users',
  companies: 'Companies',
  plans: 'Plans',
  payments: 'Payments',
  acts: 'Acts',
  'compliance-fields': 'Compliance fields',
  'compliance-items': 'Compliance items',
  'status-history': 'Status history',
  reminders: 'Reminders',
  'payment-dates': 'Payment dates',
  'submission-dates': 'Submission dates',
  'hr-documents': 'HR documents',
  contact: 'Contact messages',
  'job-postings': 'Job postings',
  'audit-log': 'Audit log',
} as const;

export type AuditNoun = keyof typeof AUDIT_NOUN_LABELS;

export const AUDIT_NOUNS = Object.keys(AUDIT_NOUN_LABELS) as [AuditNoun, ...AuditNoun[]];

type Phrase = string | ((entry: AuditEntry) => string);

/** What somebody did, by the code of the action. */
const PHRASES: Readonly<Record<string, Phrase>> = {
  'auth.sign-in': 'signed in',
  'auth.sign-out': 'signed out',
  'auth.sign-up': 'signed up',
  'auth.reset-password': 'reset their password',
  'auth.fail-sign-in': ({ subject }) => (subject ? `failed to sign in as ${nameOf(subject)}` : 'failed to sign in'),
  'users.impersonate': ({ subject }) => `began to act as ${nameOf(subject)}`,
  'users.end-impersonation': ({ subject }) => `stopped acting as ${nameOf(subject)}`,
  'users.change-role': describeRoleChange,
  'users.change-status': ({ subject, details }) =>
    `${details.to === 'suspended' ? 'suspended' : 'activated'} ${nameOf(subject)}`,
  'users.delete': 'deleted a user',
  'users.create-first-administrator': 'became the first administrator',
  'users.update': 'changed their profile',
  'users.request-email-change': 'asked to change their email',
  'users.change-email': 'changed their email',
  'users.end-session': 'ended one of their sessions',
  'users.end-sessions': 'signed out everywhere',
  'companies.register': 'registered a company',
  'companies.update': 'changed the company profile',
  'companies.add-state': ({ details }) => `added the state ${nameIn(details.state)}`,
  'companies.remove-state': ({ details }) => `removed the state ${nameIn(details.state)}`,
  'contact.update': describeHandling('a contact message'),
  'job-postings.update': describeHandling('a job posting'),
  'audit-log.export': 'downloaded the audit log',
};

const VERBS: Readonly<Record<string, string>> = { create: 'created', update: 'changed', delete: 'deleted' };

const THINGS: Readonly<Record<string, string>> = {
  acts: 'the act',
  'compliance-fields': 'the compliance field',
  'compliance-items': 'the compliance item',
  'status-history': 'a note',
  reminders: 'a reminder',
  'payment-dates': 'a payment date',
  'submission-dates': 'a submission date',
  'hr-documents': 'an HR document',
  contact: 'a contact message',
  'job-postings': 'a job posting',
};

/** An entry as a sentence: "Asha Rao suspended Ravi Kumar". What it has no words for is said by its code. */
export function describeEntry(entry: AuditEntry): string {
  const sentence = `${describeActors(entry)} ${phraseOf(entry) ?? `did ${entry.action}`}`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function describeActors({ action, actor, subject, impersonator }: AuditEntry): string {
  if (impersonator && actor?._id !== impersonator._id) return `${nameOf(impersonator)}, acting as ${nameOf(actor)},`;
  if (actor) return nameOf(actor);
  // Nobody did it: it is about them.
  return action === 'users.create-first-administrator' ? nameOf(subject) : 'Somebody who was not signed in';
}

function phraseOf(entry: AuditEntry): string | undefined {
  const phrase = PHRASES[entry.action];
  if (phrase !== undefined) return typeof phrase === 'string' ? phrase : phrase(entry);
  const verb = VERBS[entry.action.slice(entry.noun.length + 1)];
  const thing = THINGS[entry.noun];
  if (!verb || !thing) return undefined;
  const title = [entry.details.title, entry.details.name].find((value) => typeof value === 'string');
  return title
    ? `${verb} ${thing} “${title}”`
    : `${verb} ${thing.replace(/^the (\w)/, (_, first) => articleOf(first))}`;
}

function articleOf(letter: string): string {
  return `${'aeiou'.includes(letter) ? 'an' : 'a'} ${letter}`;
}

function describeRoleChange({ subject, details }: AuditEntry): string {
  const [from, to] = [details.from, details.to].map((role) => Role.safeParse(role).data);
  const whose = `changed the role of ${nameOf(subject)}`;
  return from && to ? `${whose} from ${ROLE_LABELS[from]} to ${ROLE_LABELS[to]}` : whose;
}

function describeHandling(thing: string): Phrase {
  return ({ details }) => (details.handled === false ? `reopened ${thing}` : `handled ${thing}`);
}

/** Names are those of today: who was erased has none. */
function nameOf(person: AuditEntry['actor']): string {
  return person?.name ?? 'a deleted user';
}

function nameIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
