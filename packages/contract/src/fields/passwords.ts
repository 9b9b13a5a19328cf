import { asItComes, LIMITS } from '../wire/primitives.ts';

/** The present password of an account, as typed; nothing is trimmed off it. */
export const Password = asItComes('Password is required')
  .min(1, 'Password is required')
  .max(LIMITS.password, `Password must be at most ${LIMITS.password} characters`);

const WEAK = 'Password must be at least 8 characters';

/** The rules of strength; every fault has its own message (R-accounts-25). */
export const NewPassword = asItComes(WEAK)
  .min(8, WEAK)
  .max(LIMITS.password, `Password must be at most ${LIMITS.password} characters`)
  .regex(/[A-Z]/, 'Password must contain at least one uppercase letter')
  .regex(/[a-z]/, 'Password must contain at least one lowercase letter')
  .regex(/[0-9]/, 'Password must contain at least one number')
  .regex(/[^A-Za-z0-9\s]/, 'Password must contain at least one special character');

export const PasswordAgain = asItComes("Passwords don't match").min(1, "Passwords don't match");

/** Compares the repeated password even while other fields are still faulty, so that all faults show at once. */
export function samePassword<T extends { confirmPassword?: unknown }>(field: keyof T & string) {
  return [
    (form: T) => form[field] === form.confirmPassword,
    { path: ['confirmPassword'], error: "Passwords don't match", when: () => true },
  ] satisfies [unknown, unknown];
}
