import { formatIsoDay } from '@anupalan/domain/calendar-day';
import { MEMBER_ROLE_LABELS, MEMBER_ROLES } from '@anupalan/domain/members';
import { formatRupees } from '@anupalan/domain/money';
import { nameMonth } from '@anupalan/domain/reports/report-words';
import { STATUS_LABELS } from '@anupalan/domain/statuses';
import type { ActivityAbout, ActivityEvent, ActivityKind, ActivityNoun } from './activity.ts';

/** Nouns as the filter names them. */
export const ACTIVITY_NOUN_LABELS: Readonly<Record<ActivityNoun, string>> = {
  companies: 'Company and payer',
  members: 'People',
  invitations: 'Invitations',
  'api-tokens': 'API tokens',
  handovers: 'Handing over',
  'status-history': 'Statuses and notes',
  'payment-dates': 'Payments',
  'submission-dates': 'Submissions',
  assignments: 'Responsibility',
  checks: 'Checking',
  away: 'Absences',
  establishments: 'Establishments',
  facts: 'Facts',
  applicability: 'What applies',
  registrations: 'Registrations',
  'own-obligations': 'Own obligations',
  imports: 'Imports',
  'company-days': 'Days of your own',
  holidays: 'Holidays',
  extensions: 'Extensions',
  events: 'Events',
  evidence: 'Evidence',
  reports: 'Status reports',
  exports: 'Exported tables',
  packs: 'Inspection packs',
  'company-files': 'The whole company as a file',
  webhooks: 'Webhooks',
  messages: 'What people are mailed',
  'filing-links': 'Filing from mails',
};

/** Names by the ids of people; the readers' own is "you". */
export type NameOf = (userId: string | null | undefined) => string;

type Phrase = (about: ActivityAbout, nameOf: NameOf) => string;

/** Phrases for each kind of event, the rest of a sentence that begins with who did it. */
const PHRASES: Readonly<Record<ActivityKind, Phrase>> = {
  'companies.register': () => 'registered the company',
  'companies.update': ({ fields = [] }) =>
    fields.length > 0 ? `changed the company profile: ${listFields(fields)}` : 'changed the company profile',
  'companies.add-state': ({ state }) => `added the state ${state ?? ''}`,
  'companies.remove-state': ({ state }) => `removed the state ${state ?? ''}`,
  'companies.ask-payer': ({ userId }, nameOf) => `asked ${nameOf(userId)} to pay for the company`,
  'companies.change-payer': () => 'accepted to pay for the company',
  'companies.end-payer': ({ userId }, nameOf) => `ended that ${nameOf(userId)} pays for the company`,
  'members.join': ({ role }) => `joined as ${roleIn(role)}`,
  'members.change-role': ({ userId, role, formerRole }, nameOf) =>
    `made ${nameOf(userId)} ${roleIn(role)}${formerRole ? `, formerly ${roleIn(formerRole)}` : ''}`,
  'members.change-until': ({ userId, until }, nameOf) =>
    `moved the last day of ${nameOf(userId)} to ${formatIsoDay(until ?? '')}`,
  'members.remove': ({ userId }, nameOf) => `removed ${nameOf(userId)} from the company`,
  'members.leave': () => 'left the company',
  'members.end': ({ userId }, nameOf) => `ended the access of ${nameOf(userId)}, whose last day was over`,
  'invitations.create': ({ role }) => `invited somebody as ${roleIn(role)}`,
  'invitations.resend': ({ role }) => `sent the invitation of ${roleIn(role)} again`,
  'invitations.revoke': ({ role }) => `withdrew the invitation of ${roleIn(role)}`,
  'api-tokens.create': ({ name }) => `made the API token${quoted(name)}`,
  'api-tokens.revoke': ({ name }) => `revoked the API token${quoted(name)}`,
  'api-tokens.allow': () => 'allowed API tokens',
  'api-tokens.forbid': () => 'forbade API tokens',
  'handovers.offer': ({ userId }, nameOf) => `offered the company to ${nameOf(userId)}`,
  'handovers.withdraw': ({ userId }, nameOf) => `no longer offers the company to ${nameOf(userId)}`,
  'handovers.decline': () => 'declined to own the company',
  'handovers.accept': ({ userId }, nameOf) =>
    userId ? `took the company over from ${nameOf(userId)}` : 'took the company over',
  'handovers.appoint': ({ userId }, nameOf) => `appointed ${nameOf(userId)} as the owner`,
  'status-history.record': (about) =>
    `marked ${occurrence(about)} as ${about.status ? STATUS_LABELS[about.status] : 'recorded'}${about.byMailLink ? ' by mail link' : ''}`,
  'status-history.note': (about) => `wrote a note on ${occurrence(about)}`,
  'status-history.change-note': (about) => `changed a note on ${occurrence(about)}`,
  'status-history.delete-note': (about) => `deleted a note on ${occurrence(about)}`,
  'status-history.take-back': (about) =>
    `took ${about.status ? STATUS_LABELS[about.status] : 'a record'} of ${occurrence(about)} back`,
  'payment-dates.create': (about) => `recorded a payment${amount(about)} for ${obligation(about)}${on(about)}`,
  'payment-dates.delete': (about) => `deleted a payment for ${obligation(about)}${on(about)}`,
  'submission-dates.create': (about) => `recorded a submission of ${obligation(about)}${on(about)}`,
  'submission-dates.delete': (about) => `deleted a submission of ${obligation(about)}${on(about)}`,
  'assignments.change': (about) => `changed who is responsible${assigned(about)}`,
  'checks.approve': (about) => `approved ${statusOf(about)} of ${occurrence(about)}`,
  'checks.return': (about) => `returned ${statusOf(about)} of ${occurrence(about)}`,
  'checks.wait-again': (about) => `changed what ${statusOf(about)} of ${occurrence(about)} was approved with`,
  'webhooks.create': ({ name }) => `added a webhook to ${name ?? ''}`,
  'webhooks.update': ({ name, fields = [] }) =>
    `changed the webhook to ${name ?? ''}${fields.length > 0 ? `: ${fields.join(', ')}` : ''}`,
  'webhooks.delete': ({ name }) => `deleted the webhook to ${name ?? ''}`,
  'webhooks.renew-secret': ({ name }) => `changed the secret of the webhook to ${name ?? ''}`,
  'webhooks.switch-off': ({ name }) => `switched off the webhook to ${name ?? ''}, which failed for more than a day`,
  'away.change': ({ from, until }) =>
    from && until ? `is away from ${formatIsoDay(from)} to ${formatIsoDay(until)}` : 'is no longer away',
  'establishments.create': ({ name }) => `added the establishment${quoted(name)}`,
  'establishments.update': ({ name }) => `changed the establishment${quoted(name)}`,
  'establishments.delete': ({ name }) => `removed the establishment${quoted(name)}`,
  'facts.answer': ({ count = 1 }) =>
    count > 1 ? `answered ${count} questions about the company` : 'answered a question about the company',
  'applicability.exclude': (about) =>
    `said that ${obligation(about)} does not apply${about.until ? ` until ${formatIsoDay(about.until)}` : ''}`,
  'applicability.include': (about) => `said that ${obligation(about)} applies again`,
  'registrations.create': ({ name }) => `added the registration${quoted(name)}`,
  'registrations.update': ({ name }) => `changed the registration${quoted(name)}`,
  'registrations.delete': ({ name }) => `removed the registration${quoted(name)}`,
  'own-obligations.create': (about) => `added the own obligation${named(about)}`,
  'own-obligations.update': (about) => `changed the own obligation${named(about)}`,
  'own-obligations.delete': (about) => `deleted the own obligation${named(about)}`,
  'imports.run': ({ kind, name, count = 0 }) =>
    `imported ${IMPORTED[kind ?? ''] ?? 'a table'}${quoted(name)}: ${count} ${count === 1 ? 'row' : 'rows'}`,
  'company-days.set': (about) => `set a day of your own for ${occurrence(about)}${to(about)}`,
  'company-days.remove': (about) => `removed your own day for ${occurrence(about)}`,
  'holidays.create': (about) => `added the holiday${named(about)}${on(about)}`,
  'holidays.delete': (about) => `removed the holiday${named(about)}${on(about)}`,
  'extensions.publish': (about) => `published the extension of ${occurrence(about)}${to(about)}${by(about)}`,
  'extensions.take-back': (about) => `took the extension of ${occurrence(about)}${to(about)} back`,
  'extensions.meet': (about) => `said that you meet the condition to extend ${occurrence(about)}${to(about)}`,
  'events.create': (about) => `recorded ${event(about)}`,
  'events.update': ({ fields = [], ...about }) => `changed ${event(about)}: ${listFields(fields)}`,
  'events.close': (about) => `closed ${event(about)}`,
  'events.reopen': (about) => `reopened ${event(about)}`,
  'events.decide': ({ fields = [], ...about }) => `said whether “${fields.join()}” applies to ${event(about)}`,
  'events.record': ({ fields = [], ...about }) => `recorded a status of “${fields.join()}” of ${event(about)}`,
  'events.approve': ({ fields = [], ...about }) => `approved the status of “${fields.join()}” of ${event(about)}`,
  'events.return': ({ fields = [], ...about }) => `returned the status of “${fields.join()}” of ${event(about)}`,
  'events.take-back': ({ fields = [], ...about }) => `took the status of “${fields.join()}” of ${event(about)} back`,
  'events.wait-again': ({ fields = [], ...about }) =>
    `let the status of “${fields.join()}” of ${event(about)} wait for a check again`,
  'events.restricted': () => 'restricted record',
  'messages.change-defaults': () => 'changed what people are mailed who chose nothing',
  'filing-links.allow': () => 'switched filing from mails on',
  'filing-links.forbid': () => 'switched filing from mails off',
  'exports.make': ({ kind = '' }) => `exported ${TABLES[kind] ?? 'a table'}`,
  'packs.make': (about) => `asked for an inspection pack${period(about)}`,
  'packs.fetch': (about) => `downloaded an inspection pack${period(about)}`,
  'company-files.make': () => 'asked for a file of the whole company',
  'company-files.fetch': () => 'downloaded a file of the whole company',
  'company-files.take-in': ({ name, from, count = 0 }) =>
    `brought the company in from a file of ${name ?? 'it'}${from ? ` made on ${formatIsoDay(from)}` : ''}, with ${count} rows`,
  'evidence.add': (about) => `added ${file(about)}${ofThing(about)}`,
  'evidence.describe': (about) => `said what ${file(about)} names`,
  'evidence.remove': (about) => `removed ${file(about)}${ofThing(about)}`,
  'evidence.fetch': (about) => `fetched ${file(about)}${ofThing(about)}`,
  'reports.mail': ({ from, count = 1 }) =>
    `mailed the status report${from ? ` of ${nameMonth(from.slice(0, 7))}` : ''} to ${count} ${count === 1 ? 'address' : 'addresses'}`,
};

/** Tables as sentences name them. */
const TABLES: Readonly<Record<string, string>> = {
  compliance: 'the compliance register',
  statuses: 'the status register',
  payments: 'the payments register',
  activity: 'the activity',
};

/** What somebody did, "marked “PF return” of 15/12/2026 as Done"; it follows who did it. */
export function describeActivity({ what, about }: Pick<ActivityEvent, 'what' | 'about'>, nameOf: NameOf): string {
  return PHRASES[what](about, nameOf);
}

function file({ name }: ActivityAbout): string {
  return name ? `the file “${name}”` : 'a file';
}

/** What a file belongs to; nothing is said of a registration, which may be gone. */
function ofThing(about: ActivityAbout): string {
  return about.itemId ? ` of ${obligation(about)}` : '';
}

function obligation({ title }: ActivityAbout): string {
  return title ? `“${title}”` : 'an obligation that is no longer there';
}

function occurrence(about: ActivityAbout): string {
  return about.day ? `${obligation(about)} of ${formatIsoDay(about.day)}` : obligation(about);
}

/** An event by its kind and the company's own label: “Somebody joins: A-17”. */
function event({ kind, name }: ActivityAbout): string {
  return `“${[kind, name].filter(Boolean).join(': ')}”`;
}

function on({ day }: ActivityAbout): string {
  return day ? `, on ${formatIsoDay(day)}` : '';
}

function to({ until }: ActivityAbout): string {
  return until ? ` to ${formatIsoDay(until)}` : '';
}

function by({ name }: ActivityAbout): string {
  return name ? `, by ${name}` : '';
}

function period({ from, until }: ActivityAbout): string {
  return from && until ? ` of ${formatIsoDay(from)} to ${formatIsoDay(until)}` : '';
}

function amount({ amount: rupees }: ActivityAbout): string {
  return rupees === undefined ? '' : ` of ${formatRupees(rupees)}`;
}

function statusOf({ status }: ActivityAbout): string {
  return status ? `“${STATUS_LABELS[status]}”` : 'what was recorded';
}

function assigned({ scope, count, title }: ActivityAbout): string {
  if (title) return ` for “${title}”`;
  if (scope === 'company') return ' by default';
  if (scope === undefined || count === undefined) return '';
  const noun = scope === 'act' ? ['act', 'acts'] : ['obligation', 'obligations'];
  return ` for ${count} ${noun[count === 1 ? 0 : 1]}`;
}

function named({ name, title }: ActivityAbout): string {
  return quoted(name ?? title);
}

/** What an import was of, by its kind. */
const IMPORTED: Readonly<Record<string, string>> = {
  own: 'own obligations',
  statuses: 'past statuses',
  companies: 'the company',
};

function quoted(name: string | undefined): string {
  return name ? ` “${name}”` : '';
}

function roleIn(role: string | undefined): string {
  const known = MEMBER_ROLES.find((one) => one === role);
  if (!known) return 'somebody';
  return `${known === 'owner' ? 'the' : 'a'} ${MEMBER_ROLE_LABELS[known].toLowerCase()}`;
}

/** Fields of a company whose names are not their words. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  companyName: 'name',
  employeeCount: 'employees',
  companyPhone: 'phone',
  companyEmail: 'e-mail',
  companyWebsite: 'website',
};

function listFields(fields: readonly string[]): string {
  return fields.map((field) => FIELD_LABELS[field] ?? field).join(', ');
}
