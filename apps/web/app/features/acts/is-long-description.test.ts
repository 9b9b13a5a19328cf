import { expect, test } from 'vitest';
import { isLongDescription } from './is-long-description.ts';

test.each([
  ['a hundred characters', 'x'.repeat(100), false],
  ['one more', 'x'.repeat(101), true],
  ['a hundred with their tags', `<p><strong>${'x'.repeat(100)}</strong></p>`, false],
  ['one more in two paragraphs', `<p>${'x'.repeat(50)}</p><p>${'x'.repeat(50)}</p>`, true],
  ['a hundred of which some are written as entities', `<p>${'&amp;'.repeat(100)}</p>`, false],
  ['nothing', '-', false],
])('%s', (_, html, long) => {
  expect(isLongDescription(html)).toBe(long);
});
