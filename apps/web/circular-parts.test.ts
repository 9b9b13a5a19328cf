import { expect, test } from 'vitest';
import { listCircular } from './circular-parts.ts';

test.each([
  ['parts of parts', { page: ['shared', 'base'], shared: ['base'], base: [] }, []],
  [
    'two that import each other',
    { page: ['shared'], shared: ['profile', 'base'], profile: ['shared'], base: [] },
    ['shared', 'profile'],
  ],
  ['a circle of three', { one: ['two'], two: ['three'], three: ['one', 'base'], base: [] }, ['one', 'two', 'three']],
])('%s', (_, imports, circular) => {
  expect(listCircular(new Map(Object.entries(imports)))).toEqual(circular);
});
