import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { WITHOUT_FEATURES } from './browser-features.ts';

const OF_EDGE = /^ms[A-Z]/;

test("the browser goes without all of Chromium's features that Playwright would leave out", async () => {
  const resolve = createRequire(createRequire(import.meta.url).resolve('playwright')).resolve;
  const bundle = await readFile(resolve('playwright-core/lib/coreBundle'), 'utf8');
  const [, list = ''] = /\bdisabledFeatures = \[(.*?)\]\.filter/s.exec(bundle) ?? [];
  const named = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(10);
  const left = WITHOUT_FEATURES.replace('--disable-features=', '').split(',');
  expect(left.filter((name) => !name.startsWith('WebUI'))).toEqual(named.filter((name) => !OF_EDGE.test(name)));
});
