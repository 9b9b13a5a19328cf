import { dictionary } from '@zxcvbn-ts/language-common';
import type { Config } from '../config.ts';
import { AppError } from './errors.ts';

/** The 10,000 commonest, in small letters; the dictionary lists them by how common they are. */
const COMMON = new Set(dictionary['passwords-common'].slice(0, 10_000));

/** Shorter names of e-mail addresses are part of too many good passwords. */
const SHORTEST_NAME = 3;

/**
 * Refuses, where the policy is strict, what the rules of the form let pass and guessers try first. Case and special
 * characters don't count: `Password@1` is as common as `password1`.
 * @throws AppError invalid
 */
export function refuseCommonPassword(
  { passwordPolicy }: Pick<Config, 'passwordPolicy'>,
  { field, password, email }: { field: string; password: string; email: string },
): void {
  if (passwordPolicy !== 'strict') return;
  const fault = findFault(password, email);
  if (fault) throw new AppError('invalid', fault, { faults: { [field]: fault } });
}

function findFault(password: string, email: string): string | null {
  const plain = reduce(password);
  if (COMMON.has(password.toLowerCase()) || COMMON.has(plain)) {
    return 'This password is too common. Please choose another one.';
  }
  const name = reduce(/^[^@+]*/.exec(email)?.[0] ?? '');
  if (name.length >= SHORTEST_NAME && plain.includes(name)) {
    return 'Password must not contain the name of your email address';
  }
  return null;
}

/** Small letters and digits only. */
function reduce(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
