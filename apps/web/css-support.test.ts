import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listUnsupported } from './css-support.ts';

const APP = path.join(import.meta.dirname, 'app');

/** Features without which nothing is lost but a finish. */
const FINISH = new Set([
  ...['text-wrap', 'text-wrap: balance', 'text-wrap: pretty', 'accent-color', 'backdrop-filter', '@starting-style'],
  ...['content-visibility', 'content-visibility: auto', 'overflow-clip-margin'],
  ...['scrollbar-width', 'scrollbar-width: none', '@page', 'size', 'break-after: avoid'],
]);

test('style sheets use nothing that one of the browsers lacks, unless it asks or has a way out', () => {
  const found = globSync('**/*.css', { cwd: APP }).flatMap((file) =>
    listUnsupported(readFileSync(path.join(APP, file), 'utf8'))
      .filter(({ feature }) => !FINISH.has(feature))
      .map(({ feature, line, missing }) => `${file}:${line} ${feature} is not in ${missing.join(', ')}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['.a { container-type: inline-size scroll-state }', ['container-type: scroll-state']],
  ['.a { container-type: inline-size; container-type: inline-size scroll-state }', []],
  ['@supports (container-type: scroll-state) { .a { container-type: scroll-state } }', []],
  ['@container scroll-state(scrollable: inline) { .a { color: red } }', ['@container scroll-state()']],
  ['.a { position-anchor: --b; color: red }', ['position-anchor']],
  ['.a { width: calc-size(auto, size) }', ['calc-size()']],
  ['.a { field-sizing: content }', ['field-sizing', 'field-sizing: content']],
  ['.a { user-select: none }', []],
  ['.a { display: grid; gap: 1px; inset: 0 }', []],
])('%s', (source, features) => {
  expect(listUnsupported(source).map(({ feature }) => feature)).toEqual(features);
});
