import { STATES } from '@anupalan/domain/states';
import { expect, test } from 'vitest';
import { listAddableStates } from './addable-states.ts';

test('what can be added is neither the primary state, nor added already, nor all states', () => {
  const states = listAddableStates({ state: 'Kerala', additionalStates: ['Goa', 'Delhi'] });
  expect(states).toEqual(STATES.filter((state) => !['Kerala', 'Goa', 'Delhi'].includes(state)));
  expect(listAddableStates({ state: '-', additionalStates: [] })).toEqual(STATES);
});
