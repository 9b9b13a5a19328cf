import { stopEmailChange, undoEmailChange } from '@anupalan/contract/auth-changes';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../lib/api/api.ts';
import { removeToken } from '../../../lib/session/token.ts';

/** Stops a change of address with the token of a mailed link (R-accounts-64). */
export function useStopEmailChange() {
  return useMutation({
    mutationFn: (token: string) =>
      request(stopEmailChange, { body: { token }, failed: 'Failed to stop the change. Please try again.' }),
  });
}

/**
 * Undoes a change of address with the token of a mailed link and the password; the server has then ended every session
 * and mailed a code to the restored address (R-accounts-67).
 */
export function useUndoEmailChange() {
  return useMutation({
    mutationFn: async (body: { token: string; password: string }) => {
      const { data } = await request(undoEmailChange, { body, failed: 'Failed to undo the change. Please try again.' });
      removeToken();
      return data;
    },
  });
}
