import { hash as digest, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { addressKey } from '../platform/http/callers/addresses.ts';
import { currentRequest } from '../platform/http/request-context.ts';
import { ARGON2, Hashers, type Hashing } from './hashing.ts';

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

const hashers = new Hashers();

/** Hashes for the present request; addresses take turns (R-accounts-70). */
function hash(hashing: Hashing): Promise<unknown> {
  return hashers.run(addressKey(currentRequest()?.address ?? ''), hashing);
}

/** The beginning of every hash that was made with these parameters. */
const ARGON2_MARK = `$argon2id$v=19$m=${ARGON2.memoryCost},t=${ARGON2.timeCost},p=${ARGON2.parallelism}$`;

/** The argon2id hash of a password or of a code: a plain digest would give away a code's few digits. */
export async function hashSecret(secret: string): Promise<string> {
  return String(await hash({ secret }));
}

/** Whether a hash was made with other parameters than today's, so that it is worth making anew. */
export function isOutdated(hashed: string): boolean {
  return !hashed.startsWith(ARGON2_MARK);
}

export async function matchesSecret(hashed: string, secret: string): Promise<boolean> {
  return (await hash({ secret, hashed })) === true;
}

/** Whether two texts are the same, compared in a time that tells nothing about either. */
export function isSameText(one: string, other: string): boolean {
  return timingSafeEqual(digestToken(one), digestToken(other));
}
