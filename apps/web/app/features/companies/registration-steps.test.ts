import { CompanyForm } from '@anupalan/contract/companies';
import { expect, test } from 'vitest';
import { faultsOfStep, REGISTRATION_STEPS, stepOfFaults } from './registration-steps.ts';

const FAULTS = { companyPhone: 'Company phone must be at least 10 digits', city: 'City is required' };

test('each field of the form is asked for in exactly one step', () => {
  expect(REGISTRATION_STEPS.flatMap(({ fields }) => [...fields]).sort()).toEqual(Object.keys(CompanyForm.shape).sort());
});

test('a step has only the faults of its own fields', () => {
  expect(faultsOfStep(0, FAULTS)).toEqual({ companyPhone: FAULTS.companyPhone });
  expect(faultsOfStep(1, FAULTS)).toEqual({ city: FAULTS.city });
});

test('what the server refused is shown from the first step that has a part in it', () => {
  expect(stepOfFaults(FAULTS)).toBe(0);
  expect(stepOfFaults({ city: FAULTS.city })).toBe(1);
});
