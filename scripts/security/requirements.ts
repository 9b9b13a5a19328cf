import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Call } from '@anupalan/contract/wire/call';
import { z } from 'zod';
import { listCalls } from '../../trials/list-calls.ts';
import { withoutComments } from '../structure/sources.ts';

/*
 * `node scripts/security/requirements.ts` writes the table of requirements into `docs/security.md` from
 * `docs/security/requirements.json`, the one place where they are judged.
 */

const State = z.enum(['held', 'open', 'not-applicable']);

/** A requirement of OWASP ASVS 5.0.0, level 1 or 2, and how the product meets it. */
const Requirement = z.strictObject({
  id: z.string().regex(/^\d+\.\d+\.\d+$/),
  level: z.literal([1, 2]),
  chapter: z.string().regex(/^V\d+ /),
  requirement: z.string().min(3),
  state: State,
  /** What holds it; of one that is open or not applicable, the reason. */
  how: z.string().min(10),
  /** The tests that show it, as `path › title`; between the two may stand what tells the title from others. */
  tests: z.array(z.string()),
});

export type Requirement = z.infer<typeof Requirement>;

export const PAGE = 'docs/security.md';

const DATA = 'docs/security/requirements.json';

/** Marks of the page, between which its table and its figures are written. */
const TABLE = [
  '<!-- requirements: written by scripts/security/requirements.ts -->',
  '<!-- end of requirements -->',
] as const;
const FIGURES = ['<!-- calls -->', '<!-- end of calls -->'] as const;

const STATES = { held: 'held', open: '**open**', 'not-applicable': 'n.a.' };

/** @throws when the data have another shape */
export function readRequirements(root: string): Requirement[] {
  return z.array(Requirement).parse(JSON.parse(readFileSync(path.join(root, DATA), 'utf8')));
}

/** The page with the table and the figures that its data make. @throws when the page has lost the marks around them */
export function renderPage(page: string, requirements: readonly Requirement[], calls: readonly Call[]): string {
  const table = `\n\n${renderCounts(requirements)}\n\n${renderChapters(requirements)}\n\n`;
  return writeBetween(writeBetween(page, TABLE, table), FIGURES, renderCalls(calls));
}

function writeBetween(page: string, [begin, end]: readonly [string, string], text: string): string {
  const [before, rest] = page.split(begin);
  const [, after] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined) throw new Error(`${PAGE} has lost its marks`);
  return before + begin + text + end + after;
}

function renderCalls(calls: readonly Call[]): string {
  const open = calls.filter(({ access }) => access === 'public').length;
  return `${calls.length} calls of the contract, ${open} of them public`;
}

function renderCounts(requirements: readonly Requirement[]): string {
  const counted = (name: string, own: readonly Requirement[]) => {
    const counts = State.options.map((state) => own.filter((requirement) => requirement.state === state).length);
    return `| ${[name, ...counts, own.length].join(' | ')} |`;
  };
  const levels = [1, 2].map((level) =>
    counted(
      String(level),
      requirements.filter((requirement) => requirement.level === level),
    ),
  );
  return [
    '| level | held | open | not applicable | all |',
    '|---|---|---|---|---|',
    ...levels,
    counted('1 and 2', requirements),
  ].join('\n');
}

function renderChapters(requirements: readonly Requirement[]): string {
  return [...Map.groupBy(requirements, ({ chapter }) => chapter)]
    .map(([chapter, own]) =>
      [
        `### ${chapter}`,
        '',
        '| id | level | requirement | state | how, or why not |',
        '|---|---|---|---|---|',
        ...own.map(renderRow),
      ].join('\n'),
    )
    .join('\n\n');
}

function renderRow({ id, level, requirement, state, how, tests }: Requirement): string {
  const reasons = [how, ...tests.map(linkTest)].map((text) => text.replaceAll('|', '\\|'));
  return `| ${id} | ${level} | ${requirement} | ${STATES[state]} | ${reasons.join('<br>')} |`;
}

function linkTest(test: string): string {
  const [file = '', ...titles] = test.split(' › ');
  const title = titles.join(' › ').replaceAll(/[[\]<>*_$\\]/g, '\\$&');
  return `✓ [${title}](../${file})`;
}

/** The tests that a page names, as requirements do. */
export function listNamedTests(page: string): string[] {
  const links = page.matchAll(/✓ \[((?:\\.|[^\]\\])+)\]\(\.\.\/([^)]+)\)/g);
  return [...links].map(([, title = '', file = '']) => `${file} › ${title.replaceAll(/\\(.)/g, '$1')}`);
}

/** The tests that requirements name and that are not there, as `id: test`. */
export function listMissingTests(root: string, requirements: readonly Pick<Requirement, 'id' | 'tests'>[]): string[] {
  const texts = new Map<string, string>();
  const read = (file: string) => {
    const text = texts.get(file) ?? readSource(path.join(root, file));
    texts.set(file, text);
    return text;
  };
  return requirements.flatMap(({ id, tests }) =>
    tests.filter((test) => !isThere(read, test)).map((test) => `${id}: ${test}`),
  );
}

function readSource(file: string): string {
  return existsSync(file) ? withoutComments(readFileSync(file, 'utf8')) : '';
}

/** Whether a file has a test of this title, and of what stands before it the groups and the rows of tables. */
function isThere(read: (file: string) => string, test: string): boolean {
  const [file = '', ...titles] = test.split(' › ');
  const text = read(file);
  return titles.some((title) => isIn(text, title, '\\(')) && titles.every((title) => isIn(text, title, '[(\\[,]'));
}

/** Whether a title is the first thing of a call, or of a row, that isn't left out. */
function isIn(text: string, title: string, opening: string): boolean {
  return new RegExp(`(?<!\\.(?:skip|todo))${opening}\\s*(['"\`])${RegExp.escape(title)}\\1\\s*,`).test(text);
}

/** The links of the page to files that are not there. */
export function listDeadLinks(root: string, page: string): string[] {
  const targets = [...page.matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g)].map(([, target = '']) => target);
  const files = targets.filter((target) => !/^[a-z]+:/.test(target));
  return [...new Set(files)].filter((file) => !existsSync(path.join(root, path.dirname(PAGE), file)));
}

if (import.meta.main) {
  const root = path.join(import.meta.dirname, '../..');
  const file = path.join(root, PAGE);
  writeFileSync(file, renderPage(readFileSync(file, 'utf8'), readRequirements(root), await listCalls()));
}
