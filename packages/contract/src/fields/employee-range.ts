import { z } from 'zod';
import { tidy } from '../wire/primitives.ts';

/** Employees of a company at most: more people than any employer has. */
const MOST_EMPLOYEES = 10_000_000;

export const RANGE_FAULT = 'Maximum employees must be greater than or equal to minimum employees';

export const MinEmployees = headcount('Minimum employees');

/**
 * The maximum; 0 is unlimited. A number below 0 passes here, because it is below the minimum too and the range says so.
 */
export const MaxEmployees = headcount('Maximum employees', -MOST_EMPLOYEES);

/** A number as forms send it; an input that is no number counts as 0 (R-catalogue-9). */
function headcount(label: string, least = 0) {
  return z
    .union([z.number(), tidy(`${label} must be a number`), z.null(`${label} must be a number`)])
    .transform(toNumber)
    .pipe(
      z
        .number()
        .min(least, `${label} cannot be negative`)
        .max(MOST_EMPLOYEES, `${label} must be at most 10,000,000`)
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

/** Whether the bounds fit each other; a bound that is missing or no number is a fault of its own field. */
export function isEmployeeRange({ minEmployees: min, maxEmployees: max }: Range): boolean {
  return typeof min !== 'number' || typeof max !== 'number' || max === 0 || max >= min;
}

/**
 * A form whose bounds fit each other, checked even when other fields are at fault, so that all faults are told at once.
 */
export function withEmployeeRange<T extends z.ZodType<Range>>(form: T): T {
  return form.refine(isEmployeeRange, { path: ['maxEmployees'], error: RANGE_FAULT, when: () => true });
}
