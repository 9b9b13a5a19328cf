import { deleteUser } from '@anupalan/contract/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { request } from '../../lib/api.ts';
import { USERS_KEY } from './list-users.ts';

const FAILED = 'Failed to delete user';

/** Erases another user; done once the list is without them. */
export function useDeleteUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      if (id === '') throw new Error('User ID is required');
      return await request(deleteUser, { params: { id }, fallback: FAILED, mismatch: FAILED });
    },
    onSuccess: () => toast.success('User deleted successfully'),
    onError: (error) => toast.error(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: USERS_KEY }),
  });
}
