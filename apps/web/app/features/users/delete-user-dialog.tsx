import type { User } from '@anupalan/contract/users';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useDeleteUser } from './delete-user.ts';

type Props = { user: User | null; onDeleted: () => void; onClose: () => void };

/** Asks before a user is erased; closed without one. It outlives their row, which is gone before it is done. */
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
