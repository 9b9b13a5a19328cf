import { globSync } from 'node:fs';
import path from 'node:path';
import type { Rolldown } from 'vite';
import { LATE_STYLES } from './late-styles.ts';
import { isLibraryEntry, listUsedImports } from './used-imports.ts';

/** What every page loads, and what every form of visitors does: files by the part that has what they use. */
const BASE = ['entry.client.tsx', 'root.tsx', 'ui/forms/search-input.tsx'];
const ACCOUNT = ['routes/account/login.tsx', 'routes/account/forgot-password.tsx'];

const SIGNED_IN = [
  'routes/signed-in/signed-in.tsx',
  'shell/account-menu.tsx',
  'features/dashboard/attention-widget.tsx',
];

/** What draws the dashboard's first screen before the application is there, which uses as little as can be. */
export const FIRST_SCREEN = 'first-screen/start.ts';

const DASHBOARD = ['routes/signed-in/dashboard.tsx'];

const PROFILE = ['routes/signed-in/profile.tsx', 'features/messages/mail-and-reminders.tsx'];

/** What a day is picked with. */
const DAYS = ['ui/forms/form-day-input.tsx'];

/** What says how many files something has, and sends them; what opens and draws them comes when it is asked for. */
const EVIDENCE = ['features/evidence/evidence-button.tsx', 'features/evidence/uploads/use-uploads.ts'];

/** Lines of files on their way, and what is said beside them. */
const UPLOADS = ['features/evidence/uploads/upload-line.tsx', 'features/evidence/uploads/room-left.tsx'];

const WIDGETS = [
  'shell/live-session.tsx',
  'features/notifications/notification-bell.tsx',
  'features/contact/help-bubble.tsx',
  'features/job-postings/hiring-popup.tsx',
  'features/auth/fresh-sign-in/confirm-password-dialog.tsx',
];

/** Features of pages that are opened now and then, whose styles come with them. */
const PAGES_WITH_STYLES = [
  'features/activity',
  'features/api-tokens',
  'features/assistants',
  'features/audit-log',
  'features/calendar-feeds',
  'features/checks',
  'features/clients',
  'features/company-files',
  'features/dashboard/details',
  'features/dashboard/selection',
  'features/enquiries',
  'features/events',
  'features/evidence',
  'features/evidence/closed',
  'features/evidence/preview',
  'features/exports',
  'features/filing-runs',
  'features/filing-runs/heap',
  'features/hr-documents',
  'features/imports',
  'features/late-cost',
  'features/law',
  'features/members',
  'features/messages',
  'features/packs',
  'features/prepared-files',
  'features/registrations',
  'features/overview',
  'features/reports',
  'features/webhooks',
];

/** Schemas, what they are made of, and the rules they use. */
const SCHEMAS = /\/node_modules\/zod\/|\/packages\/(contract|domain)\//;

const APP = path.join(import.meta.dirname, 'app');

/** Modules in parts by the pages that use them, small parts as one. */
const BY_PAGES = { entriesAware: true, entriesAwareMergeThreshold: 10_000 };

type Modules = Rolldown.ChunkingContext;

/**
 * Scripts in parts of some size, as a hundred small ones cost a browser more than their bytes.
 */
export function groupScripts(): Rolldown.CodeSplittingOptions {
  const otherPages = globSync('routes/**/*.tsx', { cwd: APP }).filter(
    (file) => !DASHBOARD.includes(file) && !file.endsWith('.test.tsx'),
  );
  const visitorsPages = globSync('routes/{account,payment,public}/*.tsx', { cwd: APP });
  const allStyles = listStyles(['features/**']);
  const inOrder = [
    // Style sheets of whole folders, as each one that a page waits for delays what is drawn.
    toPart('core', (modules) => {
      const shared = listUsed([FIRST_SCREEN], modules).intersection(listUsed([...BASE, ...ACCOUNT], modules));
      const everywhere = [...listUsed(BASE, modules)].filter((id) => id.endsWith('.css'));
      return shared
        .difference(allStyles)
        .union(listStyles(['ui/**', 'shell']))
        .union(new Set(everywhere));
    }),
    toPart('styles', (modules) => {
      const styles = allStyles.difference(listStyles(PAGES_WITH_STYLES));
      // A sheet with layers that came later would have the browser find its fonts anew, and lay out all that is shown.
      return styles.difference(listUsed(visitorsPages, modules)).union(LATE_STYLES);
    }),
    // What the first screen shares with other pages: they shall not load all of it, and it shall load nothing of theirs.
    toPart('shown', (modules) =>
      listUsed([FIRST_SCREEN], modules).intersection(listUsed([...otherPages, ...SIGNED_IN, ...WIDGETS], modules)),
    ),
    toPart('first', (modules) => listUsed([FIRST_SCREEN], modules)),
    // Apart, as to make them takes a task as long as all else that every page has.
    toPart('schemas', (modules) => new Set([...listOfEveryPage(modules)].filter((id) => SCHEMAS.test(id)))),
    toPart('base', listOfEveryPage),
    toPart('account', (modules) => listUsed(ACCOUNT, modules)),
    toPart('signed-in', (modules) => listUsed(SIGNED_IN, modules)),
    // What the dashboard shares with others: they shall not load all of it, and it shall not load much of theirs.
    toPart('common', (modules) =>
      listUsed(DASHBOARD, modules).intersection(listUsed([...otherPages, ...WIDGETS], modules)),
    ),
    toPart('dashboard', (modules) => listUsed(DASHBOARD, modules)),
    toPart('often', (modules) => listUsed(WIDGETS, modules).intersection(listUsed(otherPages, modules))),
    toPart('widgets', (modules) => listUsed(WIDGETS, modules)),
    // Apart from others, of which the profile shall load nothing, and whole: of small parts that are merged two may import
    // each other, and then a page that asks for the wrong one first finds nothing in it.
    toPart('profile', (modules) => listUsed(PROFILE, modules)),
    // Whole for the same reason.
    toPart('days', (modules) => listUsed(DAYS, modules)),
    toPart('evidence', (modules) => listUsed(EVIDENCE, modules)),
    // Whole for the same reason.
    toPart('uploads', (modules) => listUsed(UPLOADS, modules)),
    { name: 'shared', minShareCount: 2, ...BY_PAGES },
  ];
  return { groups: inOrder.map((group, index) => ({ ...group, priority: inOrder.length - index })) };
}

/** What the sign-in shares with the dashboard is every page's: the forms of visitors aren't the dashboard's. */
function listOfEveryPage(modules: Modules): Set<string> {
  const entering = listUsed(ACCOUNT, modules).intersection(listUsed([...SIGNED_IN, ...DASHBOARD], modules));
  return listUsed(BASE, modules).union(entering);
}

function toPart(name: string, list: (modules: Modules) => ReadonlySet<string>) {
  let members: ReadonlySet<string> | undefined;
  return {
    name(id: string, modules: Modules) {
      members ??= list(modules);
      return members.has(id) ? name : null;
    },
  };
}

/** Style sheets of components in folders of the app. */
function listStyles(folders: readonly string[]): Set<string> {
  const patterns = folders.map((folder) => `${folder}/*.module.css`);
  return new Set(globSync(patterns, { cwd: APP }).map((file) => path.join(APP, file)));
}

/**
 * Modules that files of the app use, directly or not, and the files themselves unless they are loaded by their names.
 * @throws Error when there is no such file.
 */
function listUsed(files: readonly string[], modules: Modules): Set<string> {
  const named = files.flatMap((file) => {
    const ids = [path.join(APP, file), `${path.join(APP, file)}?__react-router-build-client-route`];
    const present = ids.filter((id) => modules.getModuleInfo(id));
    if (present.length === 0) throw new Error(`chunks.ts names ${file}, which is not loaded`);
    return present;
  });
  const found = new Set(named);
  for (const id of found) {
    if (isLibraryEntry(id, modules)) continue;
    for (const imported of listUsedImports(id, modules)) found.add(imported);
  }
  const loaded = named.filter((id) => {
    const module = modules.getModuleInfo(id);
    return module?.isEntry || (module?.dynamicImporters.length ?? 0) > 0;
  });
  return found.difference(new Set(loaded));
}

/** Name of a part without the names of all pages that share it. */
export function nameScript({ name }: { name: string }): string {
  return `assets/${name.split('~', 1)}-[hash].js`;
}

/** Name of a style sheet, a font or a picture, as short. */
export function nameAsset({ names: [name = ''] }: { names: readonly string[] }): string {
  const { name: stem, ext } = path.parse(name);
  return `assets/${stem.split('~', 1)}-[hash]${ext}`;
}
