import { changeUserRole } from '@anupalan/contract/users';
import type { Role } from '@anupalan/domain/plans';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { request } from '../../lib/api.ts';
import { USERS_KEY } from './list-users.ts';

const FAILED = 'Failed to update user role';

/** Gives another user a role; done once the list shows it. */
export function useChangeUserRole() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, role }: { id: string; role: Role }) =>
      request(changeUserRole, { params: { id }, body: { role }, fallback: FAILED, mismatch: FAILED }),
    onSuccess: () => toast.success('User role updated successfully'),
    onError: (error) => toast.error(error.message),
    // Also after a failure: another administrator may have been first.
    onSettled: () => client.invalidateQueries({ queryKey: USERS_KEY }),
  });
}
