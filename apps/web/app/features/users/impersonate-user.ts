import { impersonateUser } from '@anupalan/contract/users';
import { useMutation } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { request } from '../../lib/api.ts';
import { useSession } from '../../lib/session.tsx';

const FAILED = 'Failed to impersonate user';

/** Begins an hour of acting as another user, on their dashboard. */
export function useImpersonateUser() {
  const { token, impersonate } = useSession();
  return useMutation({
    mutationFn: async (id: string) => {
      const { data } = await request(impersonateUser, { params: { id }, fallback: FAILED, mismatch: FAILED });
      await impersonate(data.token, token);
    },
    onError: (error) => toast.error(error.message),
  });
}
