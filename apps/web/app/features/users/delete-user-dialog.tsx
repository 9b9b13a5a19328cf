import type { User } from '@anupalan/contract/users';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useDeleteUser } from './calls.ts';

type Props = { user: User | null; onDeleted: () => void; onClose: () => void };

/**
 * Question before a user is deleted (R-users-18), closed while `user` is null. It stands outside the user's row, which
 * is gone before the deletion is done.
 */
export function DeleteUserDialog({ user, onDeleted, onClose }: Props) {
  const deletion = useDeleteUser();
  return (
    <ConfirmDialog
      opened={user !== null}
      question="Are you sure you want to delete this user?"
      busy={deletion.isPending}
      onConfirm={() => user && deletion.mutate(user._id, { onSuccess: onDeleted, onSettled: onClose })}
      onClose={onClose}
    />
  );
}
