import { expect, test } from 'vitest';
import { plainTextOf } from './plain-text.ts';

test.each([
  ['', ''],
  ['-', '-'],
  ['<p></p>', ''],
  ['<p>Wages &amp; bonus</p><p>by the <strong>7</strong>th</p>', 'Wages & bonus by the 7th'],
  ['<ul><li>one</li><li>two<br>three</li></ul>', 'one two three'],
  ['fewer than 5 &lt; 10', 'fewer than 5 < 10'],
])('%j', (html, text) => {
  expect(plainTextOf(html)).toBe(text);
});
