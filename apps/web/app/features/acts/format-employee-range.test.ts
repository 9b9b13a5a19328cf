import { expect, test } from 'vitest';
import { formatEmployeeRange } from './format-employee-range.ts';

test.each([
  [20, 100, '20 – 100'],
  [20, 0, '20 – ∞'],
  [0, 0, '0 – ∞'],
  [0, 9, '0 – 9'],
])('%i to %i', (minEmployees, maxEmployees, text) => {
  expect(formatEmployeeRange({ minEmployees, maxEmployees })).toBe(text);
});
