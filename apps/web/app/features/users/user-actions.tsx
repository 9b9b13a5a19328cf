import type { User } from '@anupalan/contract/users';
import { can } from '@anupalan/domain/permissions';
import { ActionIcon, Tooltip } from '@mantine/core';
import { type Icon, IconSpy, IconTrash, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { useActor } from '../../lib/session/actor.ts';
import { fullNameOf } from '../../lib/text/person-name.ts';
import { useChangeUserStatus, useImpersonateUser } from './calls.ts';
import classes from './user-table.module.css';

/** Actions of an administrator on another user, except the role (R-users-17, R-users-18, R-users-25). */
export function UserActions({ user, onDelete }: { user: User; onDelete: () => void }) {
  const actor = useActor();
  const status = useChangeUserStatus();
  const impersonation = useImpersonateUser();
  const name = fullNameOf(user);
  const id = user._id;

  return (
    <div className={classes.buttons}>
      {can(actor, 'users.impersonate', { userId: id, role: user.role, status: user.status }) && (
        <Action
          verb="Impersonate"
          name={name}
          icon={IconSpy}
          busy={impersonation.isPending}
          onClick={() => impersonation.mutate(id)}
        />
      )}
      {user.status !== 'pending' && can(actor, 'users.change-status', { userId: id }) && (
        // One button for both, never disabled, so that it keeps the focus when it turns into its opposite.
        <Action
          verb={user.status === 'active' ? 'Suspend' : 'Activate'}
          name={name}
          icon={user.status === 'active' ? IconUserOff : IconUserCheck}
          onClick={() => {
            if (!status.isPending) status.mutate({ id, status: user.status === 'active' ? 'suspended' : 'active' });
          }}
        />
      )}
      <Action verb="Delete" name={name} icon={IconTrash} onClick={onDelete} />
    </div>
  );
}

type ActionProps = { verb: string; name: string; icon: Icon; busy?: boolean; onClick: () => void };

function Action({ verb, name, icon: ActionSymbol, busy = false, onClick }: ActionProps) {
  return (
    <Tooltip label={verb} openDelay={300}>
      <ActionIcon
        variant="subtle"
        color={verb === 'Delete' ? 'red' : 'gray'}
        size="lg"
        aria-label={`${verb} ${name}`}
        loading={busy}
        onClick={onClick}
      >
        <ActionSymbol size={18} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
