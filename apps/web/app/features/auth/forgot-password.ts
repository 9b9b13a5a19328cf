import { forgotPassword } from '@anupalan/contract/auth';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';

/** Has a code to reset the password mailed. */
export function useForgotPassword() {
  return useMutation({
    mutationFn: (email: string) =>
      request(forgotPassword, { body: { email }, fallback: 'Failed to send password reset OTP' }),
  });
}
