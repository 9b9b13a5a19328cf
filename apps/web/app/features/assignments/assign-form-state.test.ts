import { expect, test } from 'vitest';
import { AS_IT_IS, type AssignFormState, NOBODY, toAssignmentChange } from './assign-form-state.ts';

const form: AssignFormState = {
  about: 'items',
  responsible: AS_IT_IS,
  deputy: AS_IT_IS,
  checker: AS_IT_IS,
  evidence: AS_IT_IS,
};

test.each<[Readonly<Record<string, string>>, object]>([
  [{ checker: 'ravi' }, { scope: 'item', ids: ['one', 'two'], checker: 'ravi' }],
  [{ deputy: NOBODY }, { scope: 'item', ids: ['one', 'two'], deputy: null }],
  [
    { about: 'company', responsible: 'ravi' },
    { scope: 'company', responsible: 'ravi' },
  ],
  [
    { about: 'act-id', evidence: 'yes' },
    { scope: 'act', ids: ['act-id'], evidenceRequired: true },
  ],
  [
    { about: 'company', evidence: 'no' },
    { scope: 'company', evidenceRequired: false },
  ],
  [
    { about: 'act-id', evidence: NOBODY },
    { scope: 'act', ids: ['act-id'], evidenceRequired: null },
  ],
])('%j', (typed, expected) => {
  expect(toAssignmentChange({ ...form, ...typed }, ['one', 'two'])).toEqual(expected);
});
