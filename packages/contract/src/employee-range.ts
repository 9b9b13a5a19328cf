import { z } from 'zod';

/** More people than any employer has. */
const MOST_EMPLOYEES = 10_000_000;

export const RANGE_FAULT = 'Maximum employees must be greater than or equal to minimum employees';

export const MinEmployees = headcount('Minimum employees');

/** 0 is unlimited. What is below 0 is below the minimum too, and the range says so. */
export const MaxEmployees = headcount('Maximum employees', -MOST_EMPLOYEES);

/** A number as forms send it: what is no number counts as 0 (specification 2, sections 2 and 4). */
function headcount(label: string, least = 0) {
  return z
    .union([z.number(), z.string(), z.null(`${label} must be a number`)])
    .transform(toNumber)
    .pipe(
      z
        .number()
        .min(least, `${label} cannot be negative`)
        .max(MOST_EMPLOYEES, `${label} must be at most ${MOST_EMPLOYEES.toLocaleString('en')}`)
        .int(`${label} must be a whole number`),
    );
}

function toNumber(input: number | string | null): number {
  const number = Number(input);
  return Number.isFinite(number) ? number : 0;
}

interface Range {
  minEmployees?: unknown;
  maxEmployees?: unknown;
}

/** Whether the bounds fit each other; one that is missing or no number is judged elsewhere. */
export function isEmployeeRange({ minEmployees: min, maxEmployees: max }: Range): boolean {
  return typeof min !== 'number' || typeof max !== 'number' || max === 0 || max >= min;
}

/** For `refine`: judged even when other fields are at fault, so that all faults are told at once. */
export function employeeRange<T extends Range>() {
  return [
    (form: T) => isEmployeeRange(form),
    { path: ['maxEmployees'], error: RANGE_FAULT, when: () => true },
  ] satisfies [unknown, unknown];
}
