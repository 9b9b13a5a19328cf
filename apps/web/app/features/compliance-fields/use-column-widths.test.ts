import { expect, test } from 'vitest';
import { readWidths } from './use-column-widths.ts';

test.each([
  ['what was written', '{"name":240}', { name: 240 }],
  ['nothing', undefined, {}],
  ['half of it', '{"name":', {}],
  ['something else', '["name"]', {}],
  ['a width that is none', '{"name":"wide"}', {}],
])('widths are read from %s', (_, stored, widths) => {
  expect(readWidths(stored)).toEqual(widths);
});
