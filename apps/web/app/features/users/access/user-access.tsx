import type { User } from '@anupalan/contract/users';
import { can } from '@anupalan/domain/permissions';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useActor } from '../../../lib/session/actor.ts';
import { fullNameOf } from '../../../lib/text/person-name.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Facts } from '../../../ui/lists/facts.tsx';
import { useEndUserSessions } from '../calls.ts';
import { UserEmailForm } from './user-email-form.tsx';

/** What an administrator does about the access of another user: signing out, a new address (R-users-40, R-users-41). */
export function UserAccess({ user }: { user: User }) {
  const actor = useActor();
  const ending = useEndUserSessions();
  const [open, setOpen] = useState<'email' | 'question' | 'returned' | null>(null);
  const target = { userId: user._id };
  if (user.status === 'pending' || !can(actor, 'users.change-email', target)) return null;
  const close = () => setOpen('returned');
  return (
    <Facts title="Access" facts={[]}>
      {open === 'email' ? (
        <UserEmailForm user={user} onDone={close} />
      ) : (
        <Group gap="sm">
          <Button variant="default" size="xs" onClick={() => setOpen('email')} autoFocus={open === 'returned'}>
            Change Email
          </Button>
          {can(actor, 'users.end-sessions', target) && (
            <Button variant="light" color="red" size="xs" onClick={() => setOpen('question')}>
              Sign out everywhere
            </Button>
          )}
        </Group>
      )}
      <ConfirmDialog
        opened={open === 'question'}
        question={`Are you sure you want to sign ${fullNameOf(user)} out everywhere?`}
        action="Sign out everywhere"
        busy={ending.isPending}
        onConfirm={() => ending.mutate(user._id, { onSettled: close })}
        onClose={close}
      />
    </Facts>
  );
}
