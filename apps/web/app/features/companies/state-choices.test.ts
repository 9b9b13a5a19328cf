import { STATES } from '@anupalan/domain/states';
import { expect, test } from 'vitest';
import { listAddableStates, STATE_CHOICES } from './state-choices.ts';

test('what can be added is neither the primary state, nor added already, nor all states', () => {
  const states = listAddableStates({ state: 'Kerala', additionalStates: ['Goa', 'Delhi'] });
  expect(states).toEqual(STATES.filter((state) => !['Kerala', 'Goa', 'Delhi'].includes(state)));
  expect(listAddableStates({ state: '-', additionalStates: [] })).toEqual(STATES);
});

test('a primary state is one of the 36, or all of them', () => {
  expect(STATE_CHOICES).toHaveLength(37);
  expect(STATE_CHOICES.at(-1)).toEqual({ value: '-', label: 'All States' });
});
