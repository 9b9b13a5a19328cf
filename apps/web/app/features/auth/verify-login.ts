import { verifyLogin } from '@anupalan/contract/auth';
import { request } from '../../lib/api.ts';

/** Exchanges the mailed code for a session's token. */
export async function exchangeLoginCode(email: string, otp: string): Promise<string> {
  const answer = await request(verifyLogin, {
    body: { email, otp, purpose: 'login' },
    fallback: 'Failed to verify OTP. Please try again.',
    mismatch: 'Login verification failed',
  });
  return answer.data.token;
}
