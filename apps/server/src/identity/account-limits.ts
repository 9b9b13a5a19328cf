import type { Pool } from 'pg';
import { RateLimit } from '../platform/http/rate-limits.ts';

/** The limits of sign-in and its neighbours (15 minutes an address, an hour an account). */
export function createAccountLimits(pool: Pool, attemptsPerIp: number) {
  return {
    attemptsPerAddress: new RateLimit(pool, { name: 'auth-address', points: attemptsPerIp, seconds: 15 * 60 }),
    codesMailed: new RateLimit(pool, { name: 'codes-mailed', points: 30, seconds: 3_600 }),
    wrongCodes: new RateLimit(pool, { name: 'wrong-codes', points: 20, seconds: 3_600 }),
    wrongPasswords: new RateLimit(pool, { name: 'wrong-passwords', points: 50, seconds: 3_600 }),
  };
}

export type AccountLimits = ReturnType<typeof createAccountLimits>;
