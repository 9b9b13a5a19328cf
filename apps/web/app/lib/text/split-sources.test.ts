import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { splitSources } from './split-sources.ts';

test.each([
  ['', []],
  ['Gazette (https://a.in/x)', [{ name: 'Gazette', url: 'https://a.in/x' }]],
  [
    'Rule 218 (2026) (https://a.in/a,-b_(c)); the Act itself; News, 3 May (http://b.in)',
    [
      { name: 'Rule 218 (2026)', url: 'https://a.in/a,-b_(c)' },
      { name: 'the Act itself', url: null },
      { name: 'News, 3 May', url: 'http://b.in' },
    ],
  ],
  [
    'Board, liability (https://a.in/1) and coverage (https://a.in/2)',
    [
      { name: 'Board, liability', url: 'https://a.in/1' },
      { name: 'coverage', url: 'https://a.in/2' },
    ],
  ],
  ['Script (javascript:alert(1))', [{ name: 'Script (javascript:alert(1))', url: null }]],
])('%j', (line, sources) => {
  expect(splitSources(line)).toEqual(sources);
});

test('every address of the catalogue becomes a link', () => {
  const file = new URL('../../../../../catalogue/items.json', import.meta.url);
  const items = z.array(z.object({ source: z.string() })).parse(JSON.parse(readFileSync(file, 'utf8')));
  const names = items.flatMap(({ source }) => splitSources(source)).map(({ name }) => name);
  expect(names.filter((name) => name.includes('http'))).toEqual([]);
});
