import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A source file as the checks see it; paths are from the root and have slashes. */
export interface Source {
  readonly file: string;
  readonly text: string;
  /** The project's own modules that it imports, types too. */
  readonly imports: readonly string[];
}

/** A check of the structure: it answers each breach as `file: what is wrong`; no breach, no entry. */
export type Check = (sources: readonly Source[], root: string) => string[];

/** Makes a check out of one that looks at a single file and answers what is wrong with it. */
export function eachSource(faultsOf: (source: Source) => string[]): Check {
  return (sources) => sources.flatMap((source) => faultsOf(source).map((fault) => `${source.file}: ${fault}`));
}

/** Files written by a program, which the rules of style are not for. */
export const GENERATED = ['apps/server/src/platform/postgres/database-schema.ts'];

const SOURCES = ['packages', 'apps', 'bench', 'e2e', 'scripts', 'trials'].map(
  (folder) => `${folder}/**/*.{ts,tsx,mts,js,mjs,css}`,
);

const NOT_SOURCES = ['**/node_modules/**', '**/build/**', '**/.react-router/**'];

/** Every source of a project, in the order of their paths. */
export function listSources(root: string): Source[] {
  const files = globSync(SOURCES, { cwd: root, exclude: NOT_SOURCES });
  return files
    .map((file) => file.split(path.sep).join('/'))
    .sort()
    .map((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      return { file, text, imports: listImports(file, text) };
    });
}

const IMPORT =
  /\b(?:import|export)\b[^'"`;()]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\s*['"]([^'"]+)['"]|\bimport\s*\(\s*['"`]([^'"`]+)['"`]/g;

function listImports(file: string, text: string): string[] {
  if (file.endsWith('.css')) return [];
  return [...withoutComments(text).matchAll(IMPORT)].flatMap(([, from, bare, dynamic]) => {
    const specifier = from ?? bare ?? dynamic ?? '';
    if (specifier.startsWith('.')) return [path.posix.join(path.posix.dirname(file), specifier)];
    const [, name, rest] = /^@anupalan\/([^/]+)\/?(.*)$/.exec(specifier) ?? [];
    if (!name) return [];
    return [name === 'server' || name === 'web' ? `apps/${name}/${rest}` : `packages/${name}/src/${rest}.ts`];
  });
}

/** The code of a file without the lines that are comments. */
export function withoutComments(text: string): string {
  return text.replace(/^\s*(\/\/|\/?\*).*$/gm, '');
}

/** Whether a file is a test, or belongs to tests alone. */
export function isTest(file: string): boolean {
  return /\.(test|spec|fixture)\.tsx?$/.test(file) || file.startsWith('apps/server/test/');
}
