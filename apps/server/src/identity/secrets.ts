import { hash as digest, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** A 256-bit random token, as URL-safe text. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The digest that is stored instead of a token: its entropy makes a plain digest enough. */
export function digestToken(token: string): Buffer {
  return digest('sha256', token, 'buffer');
}

/** A code of six random digits (R-accounts-18). */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** OWASP's parameters for argon2id: 19 MiB, 2 passes. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The beginning of every hash that was made with these parameters. */
const ARGON2_MARK = `$argon2id$v=19$m=${ARGON2.memoryCost},t=${ARGON2.timeCost},p=${ARGON2.parallelism}$`;

/** The argon2id hash of a password or of a code: a plain digest would give away a code's few digits. */
export function hashSecret(secret: string): Promise<string> {
  return hash(secret, ARGON2);
}

/** Whether a hash was made with other parameters than today's, so that it is worth making anew. */
export function isOutdated(hashed: string): boolean {
  return !hashed.startsWith(ARGON2_MARK);
}

export function matchesSecret(hashed: string, secret: string): Promise<boolean> {
  return verify(hashed, secret);
}

/** Whether two texts are the same, compared in a time that tells nothing about either. */
export function isSameText(one: string, other: string): boolean {
  return timingSafeEqual(digestToken(one), digestToken(other));
}
