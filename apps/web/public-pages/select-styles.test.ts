import { expect, test } from 'vitest';
import { listClasses, selectStyles } from './select-styles.ts';

const CLASSES = new Set(['card', 'w-1/2']);

test.each([
  ['a rule for a class that is there', '.card{a:b}', '.card{a:b}'],
  ['a rule for another class', '.other{a:b}', ''],
  ['a rule for a class inside another', '.other .card{a:b}', ''],
  ['one of several selectors', '.other,.card{a:b}', '.card{a:b}'],
  ['elements, attributes and the root', 'a{a:b}[data-x=".y"]{a:b}:root{a:b}', 'a{a:b}[data-x=".y"]{a:b}:root{a:b}'],
  ['states', '.card:hover::before{a:b}', '.card:hover::before{a:b}'],
  ['a class that must not be there', '.card:not(.other){a:b}', '.card:not(.other){a:b}'],
  ['a class that may be there', ':is(.other,a:not(.more)) .card{a:b}', ':is(.other,a:not(.more)) .card{a:b}'],
  ['an escaped name', '.w-1\\/2{a:b}.w-1\\/3{a:b}', '.w-1\\/2{a:b}'],
  ['blocks that are empty now', '@layer x{@media print{.other{a:b}}.card{a:b}}', '@layer x{.card{a:b}}'],
  ['blocks in blocks', '@layer x{@media print{.other{a:b}}}', ''],
  ['the order of layers', '@layer one,two;', '@layer one,two;'],
  ['comments', '/* why */.card{a:b}', '.card{a:b}'],
  [
    'animations that somebody uses',
    '.card{animation:in 1s}.other{animation:out 1s}@keyframes in{from{a:b}}@keyframes out{from{a:b}}',
    '.card{animation:in 1s}@keyframes in{from{a:b}}',
  ],
])('%s', (_, css, selected) => {
  expect(selectStyles(css, CLASSES)).toBe(selected);
});

test('the classes of a page are those of all its elements', () => {
  expect(listClasses('<p class="one two"><svg data-class="three" class="four">')).toEqual(
    new Set(['one', 'two', 'four']),
  );
});
