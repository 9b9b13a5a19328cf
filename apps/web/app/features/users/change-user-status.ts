import { changeUserStatus } from '@anupalan/contract/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { request } from '../../lib/api.ts';
import { USERS_KEY } from './list-users.ts';

const FAILED = 'Failed to update user status';

/** Suspends another user or makes them active again; done once the list shows it. */
export function useChangeUserStatus() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, status }: { id: string; status: 'active' | 'suspended' }) =>
      request(changeUserStatus, { params: { id }, body: { status }, fallback: FAILED, mismatch: FAILED }),
    onSuccess: () => toast.success('User status updated successfully'),
    onError: (error) => toast.error(error.message),
    // Also after a failure: another administrator may have been first.
    onSettled: () => client.invalidateQueries({ queryKey: USERS_KEY }),
  });
}
