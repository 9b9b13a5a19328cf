import { verifyLogin } from '@anupalan/contract/auth';
import { request } from '../../lib/api.ts';
import type { SignedIn } from '../../lib/session.tsx';

/** Exchanges the mailed code for a session. */
export async function exchangeLoginCode(email: string, otp: string): Promise<SignedIn> {
  const answer = await request(verifyLogin, {
    body: { email, otp, purpose: 'login' },
    fallback: 'Failed to verify OTP. Please try again.',
    mismatch: 'Login verification failed',
  });
  return answer.data;
}
