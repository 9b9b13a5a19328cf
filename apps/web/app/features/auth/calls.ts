import { forgotPassword, login, register, resetPassword, verifyLogin, verifyOtp } from '@anupalan/contract/auth';
import { useMutation } from '@tanstack/react-query';
import { ApiError, type Request, request, UNREADABLE } from '../../lib/api/api.ts';
import type { SignedIn } from '../../lib/session/session.tsx';

type Body<Form extends typeof login | typeof register | typeof resetPassword> = NonNullable<Request<Form>['body']>;

const REGISTRATION_UNANSWERED = 'An error occurred during registration. Please try again.';
const CODE_UNVERIFIED = 'Failed to verify OTP. Please try again.';
const REGISTRATION_FAILED = 'Registration verification failed';

/** Password step of the sign-in; an empty password mails the code again (R-accounts-22). */
export function useLogin() {
  return useMutation({ mutationFn: (body: Body<typeof login>) => request(login, { body }) });
}

/** Session for the mailed sign-in code (R-accounts-15). */
export async function exchangeLoginCode(email: string, otp: string): Promise<SignedIn> {
  const { data } = await request(verifyLogin, {
    body: { email, otp, purpose: 'login' },
    failed: CODE_UNVERIFIED,
    unreadable: 'Login verification failed',
  });
  return data;
}

/** Sign-up, which mails a code; an empty password mails it again (R-accounts-22). */
export function useRegister() {
  return useMutation({
    mutationFn: (body: Body<typeof register>) =>
      request(register, { body, failed: REGISTRATION_UNANSWERED, unreadable: UNREADABLE }),
  });
}

/** Session for the mailed sign-up code (R-accounts-7). */
export async function confirmRegistration(email: string, otp: string): Promise<SignedIn> {
  const { data } = await request(verifyOtp, {
    body: { email, otp, purpose: 'registration' },
    failed: CODE_UNVERIFIED,
    unreadable: REGISTRATION_FAILED,
  });
  const { token, user } = data;
  if (!token) throw new ApiError(200, REGISTRATION_FAILED);
  return { token, user };
}

/** Password reset code by mail (R-accounts-28). */
export function useForgotPassword() {
  return useMutation({
    mutationFn: (email: string) =>
      request(forgotPassword, {
        body: { email },
        failed: 'Failed to send password reset OTP',
        unreadable: UNREADABLE,
      }),
  });
}

/** New password with the mailed code (R-accounts-29). */
export function useResetPassword() {
  return useMutation({
    mutationFn: (body: Body<typeof resetPassword>) =>
      request(resetPassword, { body, failed: 'Failed to reset password', unreadable: UNREADABLE }),
  });
}

/** New e-mail address with the code mailed to it (R-accounts-32). */
export async function confirmEmailChange(email: string, otp: string): Promise<void> {
  await request(verifyOtp, { body: { email, otp, purpose: 'email-change' }, failed: CODE_UNVERIFIED });
}
