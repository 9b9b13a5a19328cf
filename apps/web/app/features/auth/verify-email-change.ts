import { verifyOtp } from '@anupalan/contract/auth';
import { request } from '../../lib/api.ts';

const FAILED = 'Failed to verify OTP. Please try again.';

/** Makes a new e-mail address the user's, with the code that was mailed to it. */
export async function confirmEmailChange(email: string, otp: string): Promise<void> {
  await request(verifyOtp, { body: { email, otp, purpose: 'email-change' }, fallback: FAILED, mismatch: FAILED });
}
