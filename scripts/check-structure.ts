import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/*
 * Holds the shape that docs/architecture.md describes: dependencies that point one way, a closed vocabulary of files,
 * and files short enough to read.
 */

const MAX_LINES = 300;

const GENERATED = ['apps/server/src/platform/database-schema.ts'];

const SOURCES = ['packages', 'apps', 'bench', 'e2e', 'scripts'].map(
  (folder) => `${folder}/**/*.{ts,tsx,mts,js,mjs,css}`,
);

const NOT_SOURCES = ['**/node_modules/**', '**/build/**', '**/.react-router/**'];

const NOUNS = [
  'auth',
  'users',
  'companies',
  'plans',
  'payments',
  'contact',
  'job-postings',
  'hr-documents',
  'acts',
  'compliance-fields',
  'compliance-items',
  'status-history',
  'reminders',
  'payment-dates',
  'submission-dates',
  'notifications',
  'mailbox',
  'audit-log',
];

/** A kind of file, or one topic of it (`commands-sign-up.ts`), and their tests. */
const SERVER_FEATURE_FILE = /^(routes|queries|commands|emails|jobs|present)(-[a-z0-9-]+)?(\.test)?\.ts$/;

/** All that other features of the server may import; those of the web also show each other's components. */
const SERVER_FEATURE_DOOR = /^(queries|commands)(-[a-z0-9-]+)?\.ts$/;

const VAGUE_NAME = /^(index|helpers?|utils?|misc|common|shared)(\.|$)/;

const LAYERS = [
  { name: 'domain', folder: 'packages/domain/', mayImport: [] },
  { name: 'contract', folder: 'packages/contract/', mayImport: ['packages/domain/src/'] },
  { name: 'server', folder: 'apps/server/', mayImport: ['packages/domain/src/', 'packages/contract/src/'] },
  { name: 'web', folder: 'apps/web/', mayImport: ['packages/domain/src/', 'packages/contract/src/'] },
];

/** Folders that know no noun. */
const WITHOUT_NOUNS = [
  { folder: 'apps/server/src/platform/', never: /^apps\/server\/src\/features\// },
  { folder: 'apps/web/app/ui/', never: /^apps\/web\/app\/(features|routes)\// },
  { folder: 'apps/web/app/lib/', never: /^apps\/web\/app\/(features|routes)\// },
];

const SERVER_FEATURES = 'apps/server/src/features/';
const WEB_FEATURES = 'apps/web/app/features/';

/** Every breach of the structure in a project, each as `file: what is wrong`; no breach, no entry. */
export function checkStructure(root: string): string[] {
  const imports = new Map<string, string[]>();
  const breaches = listSources(root).flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const imported = listImports(file, text);
    imports.set(file, imported);
    const faults = [...checkName(file), ...checkLength(file, text), ...imported.flatMap(checkImport(file))];
    return faults.map((fault) => `${file}: ${fault}`);
  });
  return [...breaches, ...findCircles(imports)];
}

function listSources(root: string): string[] {
  const files = globSync(SOURCES, { cwd: root, exclude: NOT_SOURCES });
  return files.map((file) => file.split(path.sep).join('/')).sort();
}

function checkName(file: string): string[] {
  const vague = file.split('/').find((part) => VAGUE_NAME.test(part));
  if (vague) return [`"${vague}" doesn't say what is in it`];
  const features = [SERVER_FEATURES, WEB_FEATURES].find((folder) => file.startsWith(folder));
  if (!features) return [];
  const [noun = '', ...rest] = file.slice(features.length).split('/');
  if (!NOUNS.includes(noun)) return [`"${noun}" is not one of the nouns`];
  if (features === WEB_FEATURES || SERVER_FEATURE_FILE.test(rest.join('/'))) return [];
  return ['a feature has only routes, queries, commands, emails, jobs and present (commands-<topic>.ts to split)'];
}

function checkLength(file: string, text: string): string[] {
  const lines = text.replace(/\n$/, '').split('\n').length;
  return lines > MAX_LINES && !GENERATED.includes(file) ? [`${lines} lines, the limit is ${MAX_LINES}`] : [];
}

const IMPORT =
  /\b(?:import|export)\b[^'"`;()]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\s*['"]([^'"]+)['"]|\bimport\s*\(\s*['"`]([^'"`]+)['"`]/g;

/** What a file imports of ours, types too, as paths from the root. */
function listImports(file: string, text: string): string[] {
  if (file.endsWith('.css')) return [];
  const code = text.replace(/^\s*(\/\/|\/?\*).*$/gm, '');
  return [...code.matchAll(IMPORT)].flatMap(([, from, bare, dynamic]) => {
    const specifier = from ?? bare ?? dynamic ?? '';
    if (specifier.startsWith('.')) return [path.posix.join(path.posix.dirname(file), specifier)];
    const [, name, rest] = /^@anupalan\/([^/]+)\/?(.*)$/.exec(specifier) ?? [];
    if (!name) return [];
    return [name === 'server' || name === 'web' ? `apps/${name}/${rest}` : `packages/${name}/src/${rest}.ts`];
  });
}

function checkImport(file: string): (imported: string) => string[] {
  return (imported) => [...checkLayer(file, imported), ...checkNouns(file, imported), ...checkDoor(file, imported)];
}

function checkLayer(file: string, imported: string): string[] {
  const layer = LAYERS.find(({ folder }) => file.startsWith(folder));
  if (!layer || imported.startsWith(layer.folder)) return [];
  if (layer.mayImport.some((folder) => imported.startsWith(folder))) return [];
  return [`${layer.name} must not import ${imported}`];
}

function checkNouns(file: string, imported: string): string[] {
  const place = WITHOUT_NOUNS.find(({ folder, never }) => file.startsWith(folder) && never.test(imported));
  return place ? [`${place.folder} knows no noun and must not import ${imported}`] : [];
}

/** Tests may look behind the door. */
function checkDoor(file: string, imported: string): string[] {
  if (!file.startsWith(SERVER_FEATURES) || !imported.startsWith(SERVER_FEATURES) || file.endsWith('.test.ts'))
    return [];
  const [own] = file.slice(SERVER_FEATURES.length).split('/');
  const [other, ...rest] = imported.slice(SERVER_FEATURES.length).split('/');
  if (own === other || SERVER_FEATURE_DOOR.test(rest.join('/'))) return [];
  return [`from another feature come only queries and commands, not ${imported}`];
}

/** Files that import each other, by whatever way round, are one file that was cut in the wrong place. */
function findCircles(imports: Map<string, string[]>): string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const follow = (file: string, trail: string[]): void => {
    const at = trail.indexOf(file);
    if (at >= 0) circles.push(`${[...trail.slice(at), file].join(' → ')}: a circle of imports`);
    if (at >= 0 || done.has(file)) return;
    for (const imported of imports.get(file) ?? []) follow(imported, [...trail, file]);
    done.add(file);
  };
  for (const file of imports.keys()) follow(file, []);
  return circles;
}

if (import.meta.main) {
  const breaches = checkStructure(path.join(import.meta.dirname, '..'));
  for (const breach of breaches) console.error(breach);
  process.exitCode = breaches.length === 0 ? 0 : 1;
}
