import { expect, test } from 'vitest';
import { refuseCommonPassword } from './password-policy.ts';

const COMMON = 'This password is too common. Please choose another one.';
const NAMED = 'Password must not contain the name of your email address';

function faultOf(password: string, { email = 'asha.rao+work@example.in', strict = true } = {}): string | null {
  try {
    const passwordPolicy = strict ? 'strict' : 'standard';
    refuseCommonPassword({ passwordPolicy }, { field: 'newPassword', password, email });
    return null;
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid', faults: { newPassword: expect.any(String) } });
    return error instanceof Error ? error.message : null;
  }
}

test.each([
  ['Right-horse-9', null],
  ['Sahi-Samay-2026', null],
  ['Password1!', COMMON],
  ['P-a-s-s-w-o-r-d-1', COMMON],
  ['Qwerty@123', COMMON],
  ['My-AshaRao-7', NAMED],
  ['asha_RAO.2026', NAMED],
  ['Asha-horse-9', null],
])('%s', (password, fault) => {
  expect(faultOf(password)).toBe(fault);
});

test('a name of one or two letters is part of too many passwords to be refused', () => {
  expect(faultOf('Right-horse-9', { email: 'ho@example.in' })).toBeNull();
  expect(faultOf('Right-horse-9', { email: 'hor@example.in' })).toBe(NAMED);
});

test('where the policy is the standard one the rules of the form are enough', () => {
  expect(faultOf('Password1!', { strict: false })).toBeNull();
});
