import { endOwnSessions } from '@anupalan/contract/users';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { removeToken } from '../../lib/token.ts';

/** Signs the viewer out everywhere, here too. */
export function useEndOwnSessions() {
  return useMutation({ mutationFn: () => request(endOwnSessions), onSuccess: removeToken });
}
