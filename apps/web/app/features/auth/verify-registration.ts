import { verifyOtp } from '@anupalan/contract/auth';
import { ApiError, request } from '../../lib/api.ts';
import type { SignedIn } from '../../lib/session.tsx';

const FAILED = 'Registration verification failed';

/** Confirms a sign-up with the mailed code; answers its session. */
export async function confirmRegistration(email: string, otp: string): Promise<SignedIn> {
  const body = { email, otp, purpose: 'registration' as const };
  const answer = await request(verifyOtp, {
    body,
    fallback: 'Failed to verify OTP. Please try again.',
    mismatch: FAILED,
  });
  const { token, user } = answer.data;
  if (!token) throw new ApiError(200, FAILED);
  return { token, user };
}
