import { expect, test } from 'vitest';
import { isState, normalizeState, STATES, stateLabel } from './states.ts';

test('there are 28 states, then 8 union territories, each in alphabetical order', () => {
  expect(new Set(STATES).size).toBe(36);
  expect(STATES.slice(0, 28)).toEqual(STATES.slice(0, 28).toSorted());
  expect(STATES.slice(28)).toEqual(STATES.slice(28).toSorted());
  expect(STATES[27]).toBe('West Bengal');
  expect(STATES[28]).toBe('Andaman and Nicobar Islands');
});

test.each([
  ['Maharashtra', 'Maharashtra'],
  ['  Tamil Nadu ', 'Tamil Nadu'],
  ['-', '-'],
  ['ALL_INDIA', '-'],
  ['All States', '-'],
  ['', null],
  ['maharashtra', null],
  ['Atlantis', null],
  ['toString', null],
])('normalizeState(%j) is %j', (input, expected) => {
  expect(normalizeState(input)).toBe(expected);
});

test('every state is its own normal form and label', () => {
  for (const state of STATES) {
    expect(isState(state)).toBe(true);
    expect(normalizeState(state)).toBe(state);
    expect(stateLabel(state)).toBe(state);
  }
});

test('"-" reads All States, which is no state', () => {
  expect(stateLabel('-')).toBe('All States');
  expect(isState('-')).toBe(false);
});
