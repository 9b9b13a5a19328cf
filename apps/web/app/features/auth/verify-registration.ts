import { verifyOtp } from '@anupalan/contract/auth';
import { ApiError, request } from '../../lib/api.ts';

const FAILED = 'Registration verification failed';

/** Confirms a sign-up with the mailed code; answers the token of its session. */
export async function confirmRegistration(email: string, otp: string): Promise<string> {
  const body = { email, otp, purpose: 'registration' as const };
  const answer = await request(verifyOtp, {
    body,
    fallback: 'Failed to verify OTP. Please try again.',
    mismatch: FAILED,
  });
  if (!answer.data.token) throw new ApiError(200, FAILED);
  return answer.data.token;
}
