import { resetPassword } from '@anupalan/contract/auth';
import { useMutation } from '@tanstack/react-query';
import { type Request, request } from '../../lib/api.ts';

type PasswordReset = NonNullable<Request<typeof resetPassword>['body']>;

/** Sets a new password with the mailed code. */
export function useResetPassword() {
  return useMutation({
    mutationFn: (body: PasswordReset) => request(resetPassword, { body, fallback: 'Failed to reset password' }),
  });
}

/** The e-mail that /forgot-password hands on in the navigation state; undefined when someone came another way. */
export function resetEmail(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('email' in state)) return undefined;
  return typeof state.email === 'string' ? state.email : undefined;
}
