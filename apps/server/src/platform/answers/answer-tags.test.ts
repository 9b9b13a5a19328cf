import { expect, test } from 'vitest';
import { isNamed } from './answer-tags.ts';

test.each([
  ['"abc"', '"abc"', true],
  ['"abc"', 'W/"abc"', true],
  ['"abc"', '"x", W/"abc" , "y"', true],
  ['"abc"', '*', true],
  ['"abc"', '"ab"', false],
  ['"abc"', undefined, false],
  ['W/"abc"', 'W/"abc"', true],
  ['W/"abc"', '"abc"', true],
  ['W/"abc"', '"x", W/"abc"', true],
  ['W/"abc"', '"x","abc"', true],
  ['W/"abc"', '"x", "W/abc"', false],
])('of %s it is so that who has %s has it: %s', (tag, header, named) => {
  expect(isNamed(tag, header)).toBe(named);
});
