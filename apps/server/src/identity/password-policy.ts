import { dictionary } from '@zxcvbn-ts/language-common';
import { AppError } from '../platform/errors/errors.ts';

/** The 10,000 commonest passwords, in small letters; the dictionary lists them by how common they are. */
const COMMON = new Set(dictionary['passwords-common'].slice(0, 10_000));

/**
 * Letters that the name of an e-mail address needs to be looked for: shorter names are part of too many good passwords.
 */
const SHORTEST_NAME = 3;

/**
 * Refuses common passwords where the policy is strict. Case and special characters don't count: `Password@1` is as
 * common as `password1` (R-accounts-26).
 * @throws AppError invalid
 */
export function refuseCommonPassword(
  { passwordPolicy }: { passwordPolicy: 'standard' | 'strict' },
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

/** The small letters and digits of a text. */
function reduce(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
