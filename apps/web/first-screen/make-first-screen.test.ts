import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFirstScreen, toFirstScreen } from './make-first-screen.ts';

const PAGE =
  '<html><head><link rel="modulepreload" href="/assets/base-1.js"/></head><body>' +
  '<script type="module" async="">import("/assets/entry.client-1.js")</script></body></html>';

test('what starts the application is held, and what draws the first screen loads with all that it imports', () => {
  expect(toFirstScreen(PAGE, ['core-1.js', 'first-screen-1.js'])).toBe(
    '<html><head><link property="modulepreload" href="/assets/base-1.js"/>' +
      '<link rel="modulepreload" href="/assets/core-1.js"/><link rel="modulepreload" href="/assets/first-screen-1.js"/>' +
      '<script type="module" async="" src="/assets/core-1.js"></script>' +
      '<script type="module" src="/assets/first-screen-1.js"></script></head><body>' +
      '<script type="text/plain" data-application="">import("/assets/entry.client-1.js")</script></body></html>',
  );
});

test('parts run after those that they import, and what draws when the page has been read', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'first-screen-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(path.join(folder, 'assets'));
  await mkdir(path.join(folder, 'dashboard'));
  const files = {
    'dashboard/index.html': PAGE,
    'assets/first-screen-1.js': 'import "./core-1.js"; import "./first-1.js";',
    'assets/core-1.js': 'import "./runtime-1.js";',
    'assets/first-1.js': 'import "./runtime-1.js"; import "./shown-1.js"; import "./core-1.js";',
    'assets/shown-1.js': 'import "./core-1.js";',
    'assets/runtime-1.js': '',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  await makeFirstScreen(folder);
  const html = await readFile(path.join(folder, 'dashboard/index.html'), 'utf8');
  const run = [...html.matchAll(/<script type="module"( async="")? src="\/assets\/([\w-]+)-1\.js">/g)];
  expect(run.map(([, when, part]) => [part, when !== undefined])).toEqual([
    ['runtime', true],
    ['core', true],
    ['shown', true],
    ['first', true],
    ['first-screen', false],
  ]);
});

test('a page that starts the application in another way is refused', () => {
  expect(() => toFirstScreen('<html><head></head></html>', ['first-screen-1.js'])).toThrow('apps/web/first-screen');
});
