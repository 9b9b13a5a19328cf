import { readFileSync } from 'node:fs';
import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { CONTEXT_WORDS } from './context-words.ts';
import { findPasswordFault, refuseCommonPassword } from './password-policy.ts';

const COMMON = 'This password is too common. Please choose another one.';
const NAMED = 'Password must not contain the name of your email address';

const GUESSABLE =
  'This password is too easy to guess. Please use words that have nothing to do with you, your company or Anupalan.';
const WORDS = ['Meera', 'Iyer', 'Iyer Textiles Pvt Ltd', '9812345678'];

interface Known {
  email?: string;
  strict?: boolean;
  words?: string[];
}

function faultOf(
  password: string,
  { email = 'asha.rao+work@example.in', strict = true, words = [] }: Known = {},
): string | null {
  try {
    const passwordPolicy = strict ? 'strict' : 'standard';
    refuseCommonPassword({ passwordPolicy }, { field: 'newPassword', password, email, words });
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
  ['Anupalan@1', GUESSABLE],
  ['Compliance@2026', GUESSABLE],
  ['Admin@123', COMMON],
  ['Admin@2027', GUESSABLE],
  ['@nup4l4n-Payr0ll', GUESSABLE],
  ['P@ssw0rd#99', GUESSABLE],
  ['Monsoon@2026!', GUESSABLE],
  ['Salary-March-26', GUESSABLE],
  ['Example@2026', GUESSABLE],
  ['Anupalan-dragon1', GUESSABLE],
  ['Payroll-giraffe-9', null],
])('%s', (password, fault) => {
  expect(faultOf(password)).toBe(fault);
});

test.each([
  ['Meera@2026', GUESSABLE],
  ['Iyer#Meera1', GUESSABLE],
  ['Textiles-1998', GUESSABLE],
  ['IyerTextiles@9', GUESSABLE],
  ['M3era-1yer!', GUESSABLE],
  ['Meera9812345678!', GUESSABLE],
  ['Meera-giraffe-9', null],
])('%s of Meera Iyer, Iyer Textiles', (password, fault) => {
  expect(faultOf(password, { words: WORDS })).toBe(fault);
});

test('common are all that the list has, not its first ten thousand', () => {
  const rare = dictionary['passwords-common'].slice(40_000).filter((word) => /^[a-z]{8,}$/.test(word));
  expect(rare.length).toBeGreaterThan(100);
  for (const word of rare.slice(0, 100)) expect(faultOf(`${word}!`), word).not.toBeNull();
});

test('whole passwords are judged as at sign-up: by the form first, then by the policy', () => {
  const strict = { passwordPolicy: 'strict' } as const;
  const judge = (password: string) => findPasswordFault(strict, { password, email: 'admin@example.in' });
  expect(judge('password')).toBe('Password must contain at least one uppercase letter');
  expect(judge('Password1!')).toBe(COMMON);
  expect(judge('Right-horse-9')).toBeNull();
});

test('the words that are refused are documented', () => {
  const page = readFileSync(new URL('../../../../docs/topics/passwords.md', import.meta.url), 'utf8');
  expect(CONTEXT_WORDS.filter((word) => !page.includes(word))).toEqual([]);
});

test('a name of one or two letters is part of too many passwords to be refused', () => {
  expect(faultOf('Right-horse-9', { email: 'ho@example.in' })).toBeNull();
  expect(faultOf('Right-horse-9', { email: 'hor@example.in' })).toBe(NAMED);
});

test('where the policy is the standard one the rules of the form are enough', () => {
  expect(faultOf('Password1!', { strict: false })).toBeNull();
});
