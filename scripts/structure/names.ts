import path from 'node:path';
import { SERVER_FEATURES, WEB_FEATURES } from './layers.ts';
import { type Check, eachSource, GENERATED, isTest, withoutComments } from './sources.ts';

const MAX_LINES = 300;

const MAX_FILES = 20;

/** The folder of migrations, which may have any number of files: one a step, in the order of their numbers. */
const MIGRATIONS = 'apps/server/src/migrations';

const NOUNS = [
  'activity',
  'acts',
  'api-tokens',
  'applicability',
  'assignments',
  'assistants',
  'audit-log',
  'auth',
  'calendar-feeds',
  'catalogue',
  'checks',
  'clients',
  'companies',
  'company-files',
  'compliance-fields',
  'compliance-items',
  'connections',
  'contact',
  'dashboard',
  'digests',
  'devices',
  'due-days',
  'enquiries',
  'events',
  'evidence',
  'exports',
  'filing-links',
  'filing-runs',
  'handovers',
  'hr-documents',
  'imports',
  'invitations',
  'job-postings',
  'landing',
  'late-cost',
  'law',
  'law-changes',
  'live',
  'mailbox',
  'members',
  'memberships',
  'messages',
  'notifications',
  'packs',
  'passkeys',
  'payers',
  'payment-dates',
  'payments',
  'plans',
  'prepared-files',
  'privacy',
  'proof',
  'rates',
  'registrations',
  'reminders',
  'overview',
  'reports',
  'status-history',
  'submission-dates',
  'subscriptions',
  'tracker',
  'users',
  'webhooks',
];

/** The kinds of the server's files, with or without a topic (`commands-sign-up.ts`). */
const SERVER_KIND = /^(routes|queries|commands|emails|jobs|present|errors|rules|statements)(-[a-z0-9-]+)?$/;

const VAGUE_NAME = /^(index|helpers?|utils?|misc|common|shared)(\.|$)/;

/** Names of files come from a closed vocabulary or are those of an export. */
export const checkNames = eachSource(({ file, text }) => {
  const vague = file.split('/').find((part) => VAGUE_NAME.test(part));
  if (vague) return [`"${vague}" doesn't say what is in it`];
  const features = [SERVER_FEATURES, WEB_FEATURES].find((folder) => file.startsWith(folder));
  if (!features) return [];
  const [noun = '', ...rest] = file.slice(features.length).split('/');
  if (!NOUNS.includes(noun)) return [`"${noun}" is not one of the nouns`];
  if (rest.length > 2) return ['a feature has one level of topic folders'];
  if (isTest(file) || file.endsWith('.css')) return [];
  return features === SERVER_FEATURES ? checkServerName(file, text) : checkWebName(file, text);
});

function checkServerName(file: string, text: string): string[] {
  const name = nameOf(file);
  if (SERVER_KIND.test(name)) return [];
  const isNamed = listExports(text).some((exported) => exported.includes(name.replace(/s$/, '')));
  return isNamed ? [] : ['a file of no kind is named by what it exports'];
}

/** A component or hook is found by the name that is read where it is used. */
function checkWebName(file: string, text: string): string[] {
  const name = nameOf(file);
  if (!file.endsWith('.tsx') && !name.startsWith('use-')) return [];
  return listExports(text).includes(name) ? [] : ['it exports no component or hook of its name'];
}

function nameOf(file: string): string {
  return path.posix.basename(file).replace(/\.tsx?$/, '');
}

const EXPORT =
  /^export (?:default )?(?:memo\()?(?:async )?(?:const|let|function\*?|class|interface|type) +(\w+)|^export default (\w+);/gm;

function listExports(text: string): string[] {
  return [...withoutComments(text).matchAll(EXPORT)].map(([, declared, byDefault]) =>
    toKebab(declared ?? byDefault ?? ''),
  );
}

/** The file name of an export: `toCSVRow`, `CSV_ROW` and `CsvRow` become `to-csv-row`, `csv-row` and `csv-row`. */
function toKebab(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();
}

/** Files that are copied to where nothing else is, and so import nothing of the project. */
const COPIED_ALONE = ['scripts/verify.mjs'];

/** Files are short enough to be read at one go. */
export const checkLength = eachSource(({ file, text }) => {
  if (COPIED_ALONE.includes(file)) return [];
  const lines = text.replace(/\n$/, '').split('\n').length;
  return lines > MAX_LINES && !GENERATED.includes(file) ? [`${lines} lines, the limit is ${MAX_LINES}`] : [];
});

/** Folders are small enough to be seen at one glance; tests and style sheets lie beside their files and don't count. */
export const checkFolders: Check = (sources) => {
  const counts = new Map<string, number>();
  for (const { file } of sources) {
    if (file.endsWith('.css') || /\.(test|spec)\.tsx?$/.test(file)) continue;
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([folder, count]) => count > MAX_FILES && folder !== MIGRATIONS)
    .map(([folder, count]) => `${folder}: ${count} files, the limit is ${MAX_FILES}`);
};
