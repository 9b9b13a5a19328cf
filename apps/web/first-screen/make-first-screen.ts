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
  const parts = await listImported(assets, script);
  const file = path.join(folder, 'dashboard/index.html');
  await writeFile(file, toFirstScreen(await readFile(file, 'utf8'), parts));
}

/**
 * A page that starts the application only when its first screen was drawn. What would is held by attributes that mean
 * nothing to a browser, as on public pages. Each part runs as a script of its own, and so in a task of its own, once it
 * and all that it imports are there.
 * @param parts names of the script that draws and of what it imports
 * @throws Error when the page doesn't look like one that starts the application
 */
export function toFirstScreen(html: string, parts: readonly string[]): string {
  const loaded = parts.map((part) => `<link rel="modulepreload" href="/assets/${part}"/>`).join('');
  const run = parts.toReversed().map((part) => `<script type="module" async="" src="/assets/${part}"></script>`);
  const page = html
    .replaceAll('<link rel="modulepreload"', '<link data-rel="modulepreload"')
    .replaceAll('<script type="module" async="">', '<script type="text/plain" data-application="">')
    .replace('</head>', () => `${loaded}${run.join('')}</head>`);
  if (page.split(' data-application=""').length !== 2) {
    throw new Error('The dashboard has not exactly one script that starts the application: see apps/web/first-screen.');
  }
  return page;
}

/** A script and all that it imports, the script first. */
async function listImported(assets: string, script: string): Promise<string[]> {
  const found = new Set([script]);
  for (const file of found) {
    for (const statement of parseAst(await readFile(path.join(assets, file), 'utf8')).body) {
      if (statement.type === 'ImportDeclaration') found.add(path.basename(statement.source.value));
    }
  }
  return [...found];
}
