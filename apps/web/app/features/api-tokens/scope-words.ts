import { SCOPES, type Scope } from '@anupalan/domain/permissions/scopes';

type Noun = Scope extends `${infer Name}:${string}` ? Name : never;

/** Nouns of scopes in plain words, in groups as people think of them. */
const GROUPS: Readonly<Record<string, Partial<Record<Noun, string>>>> = {
  'What is due, and what was done': {
    'compliance-items': 'Obligations with their days and statuses',
    'status-history': 'Statuses, notes and history',
    'payment-dates': 'Payments',
    'submission-dates': 'Submissions',
    reminders: 'Reminders',
    events: 'Events and their duties',
    notifications: 'News of colleagues',
    checks: 'What waits for a check',
    assignments: 'Who is responsible',
  },
  'The company': {
    companies: 'Profile, states and figures',
    establishments: 'Establishments',
    facts: 'Answers about the company',
    applicability: 'What applies, and what may',
    registrations: 'Registrations and licences',
    'own-obligations': 'Own obligations',
    'company-days': 'Days of its own',
    holidays: 'Holidays',
    activity: 'Activity',
    reports: 'Status reports',
    evidence: 'Evidence',
    exports: 'Tables as files',
    imports: 'Spreadsheets that come in',
  },
  'The law': {
    acts: 'Acts',
    'compliance-fields': 'Columns of the table',
    extensions: 'Extensions',
    law: 'What changed, and which law holds',
    'late-cost': 'What late costs',
    'hr-documents': 'HR documents',
  },
};

/** Line of a group: a noun with the scopes that there are of it. */
export interface ScopeLine {
  readonly words: string;
  readonly read: Scope | undefined;
  readonly write: Scope | undefined;
}

/** Scopes by group, as far as somebody may have them (R-tokens-4). */
export function groupScopes(offered: readonly Scope[]): { title: string; lines: ScopeLine[] }[] {
  const find = (scope: string) => offered.find((one) => one === scope);
  const lineOf = ([noun, words]: readonly [string, string]): ScopeLine[] => {
    const [read, write] = [find(`${noun}:read`), find(`${noun}:write`)];
    return read || write ? [{ words, read, write }] : [];
  };
  const groups = Object.entries(GROUPS).map(([title, nouns]) => ({
    title,
    lines: Object.entries(nouns).flatMap(lineOf),
  }));
  return groups.filter(({ lines }) => lines.length > 0);
}

/** Scopes that read. */
export function readingOf(scopes: readonly Scope[]): Scope[] {
  return scopes.filter((scope) => scope.endsWith(':read'));
}

/** Nouns that are recorded about, day by day. */
const RECORDED: readonly Scope[] = [
  'status-history:write',
  'payment-dates:write',
  'submission-dates:write',
  'reminders:write',
  'events:write',
];

/** Scopes that read, and those that record what was done. */
export function recordingOf(scopes: readonly Scope[]): Scope[] {
  return scopes.filter((scope) => scope.endsWith(':read') || RECORDED.includes(scope));
}

/** What a token may do, in a few words. */
export function describeScopes(scopes: readonly Scope[]): string {
  const writes = scopes.filter((scope) => scope.endsWith(':write')).length;
  const permissions = scopes.length === 1 ? '1 permission' : `${scopes.length} permissions`;
  if (scopes.length === SCOPES.length) return 'Everything a token may do';
  return writes === 0 ? `Only reads (${permissions})` : `Reads and records (${permissions})`;
}
