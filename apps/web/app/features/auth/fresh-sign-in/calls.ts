import { reauthenticate } from '@anupalan/contract/auth-changes';
import { useMutation } from '@tanstack/react-query';
import { ApiError, request } from '../../../lib/api/api.ts';
import { settlePassword } from '../../../lib/api/ask-password.ts';
import { faultsOf } from '../../../lib/forms/faults.ts';
import { expireSession, readToken } from '../../../lib/session/token.ts';

/**
 * Makes the session fresh with the password (R-accounts-61). A wrong one ends nothing; a session that has ended
 * meanwhile has the same status, but no fault at the password.
 */
export function useReauthenticate() {
  return useMutation({
    mutationFn: async (password: string) => {
      const token = readToken();
      try {
        await request(reauthenticate, { body: { password } });
      } catch (error) {
        if (isSessionOver(error) && readToken() === token) {
          settlePassword(false);
          expireSession();
        }
        throw error;
      }
    },
  });
}

function isSessionOver(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && faultsOf(error).password === undefined;
}
