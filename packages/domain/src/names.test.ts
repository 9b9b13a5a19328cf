import { expect, test } from 'vitest';
import { fullName, hasOneName } from './names.ts';

test.each([
  ['Asha', 'Rao', 'Asha Rao', false],
  ['Meena', 'Meena', 'Meena', true],
  ['Meena', 'MEENA', 'Meena', true],
  ['Élodie', 'ÉLODIE', 'Élodie', true],
  ['मीरा', 'मीरा', 'मीरा', true],
  ['Ravi', 'K', 'Ravi K', false],
  ['Ravi', '', 'Ravi', true],
  ['', 'Rao', 'Rao', false],
  ['', '', '', true],
  [' Asha ', ' asha', 'Asha', true],
])('%j and %j are shown as %j', (first, last, shown, isOne) => {
  expect([fullName(first, last), hasOneName(first, last)]).toEqual([shown, isOne]);
});
