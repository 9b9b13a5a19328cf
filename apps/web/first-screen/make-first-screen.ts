import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseAst } from 'vite';
import { SCRIPT } from './emit-first-screen.ts';

/**
 * Rewrites the dashboard's page of a build so that it draws its first screen before it starts the application.
 * @param folder what the build serves
 */
export async function makeFirstScreen(folder: string): Promise<void> {
  const assets = path.join(folder, 'assets');
  const script = (await readdir(assets)).find((file) => file.startsWith(`${SCRIPT}-`) && file.endsWith('.js'));
  if (!script) throw new Error('The build has no script of the first screen: see apps/web/first-screen.');
  const parts = [...(await listImported(assets, script))];
  const file = path.join(folder, 'dashboard/index.html');
  await writeFile(file, toFirstScreen(await readFile(file, 'utf8'), parts));
}

/**
 * A page that starts the application only when its first screen was drawn. What would is held by attributes that mean
 * nothing to a browser, as on public pages. What the script that draws imports runs as scripts of their own, and so in
 * tasks of their own, as soon as they are there; that script itself runs when the page has been read.
 * @param parts names of what is imported, in the order in which it needs each other, and of the script that draws
 * @throws Error when the page doesn't look like one that starts the application
 */
export function toFirstScreen(html: string, parts: readonly string[]): string {
  const loaded = parts.map((part) => `<link rel="modulepreload" href="/assets/${part}"/>`).join('');
  const run = parts.map((part, index) => {
    const when = index < parts.length - 1 ? ' async=""' : '';
    return `<script type="module"${when} src="/assets/${part}"></script>`;
  });
  const page = html
    .replaceAll('<link rel="modulepreload"', '<link property="modulepreload"')
    .replaceAll('<script type="module" async="">', '<script type="text/plain" data-application="">')
    .replace('</head>', () => `${loaded}${run.join('')}</head>`);
  if (page.split(' data-application=""').length !== 2) {
    throw new Error('The dashboard has not exactly one script that starts the application: see apps/web/first-screen.');
  }
  return page;
}

/** All that a script imports, each after what it imports itself, and then the script. */
async function listImported(assets: string, script: string, found = new Set<string>()): Promise<Set<string>> {
  const { body } = parseAst(await readFile(path.join(assets, script), 'utf8'));
  for (const statement of body) {
    if (statement.type !== 'ImportDeclaration') continue;
    const imported = path.basename(statement.source.value);
    if (!found.has(imported)) await listImported(assets, imported, found);
  }
  return found.add(script);
}
