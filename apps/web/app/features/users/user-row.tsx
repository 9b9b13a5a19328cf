import type { User } from '@anupalan/contract/users';
import { can } from '@anupalan/domain/permissions';
import { Avatar, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useActor } from '../../lib/session/actor.ts';
import { fullNameOf, initialsOf } from '../../lib/text/person-name.ts';
import { formatDayOf } from '../../lib/time/dates.ts';
import { RoleSelect } from './role-select.tsx';
import { UserActions } from './user-actions.tsx';
import { UserStatusBadge } from './user-status-badge.tsx';
import classes from './user-table.module.css';

type Props = { user: User; onView: () => void; onDelete: () => void };

export function UserRow({ user, onView, onDelete }: Props) {
  const actor = useActor();
  const target = { userId: user._id };
  const name = fullNameOf(user);
  return (
    <tr className={classes.row}>
      <td className={classes.person}>
        <UnstyledButton className={classes.view} onClick={onView}>
          <Avatar component="span" color="ink" radius="xl" size={38} aria-hidden>
            {initialsOf(user)}
          </Avatar>
          <span className={classes.names}>
            <Text component="span" display="block" size="sm" fw={600} className={classes.name} truncate>
              <VisuallyHidden>View profile of </VisuallyHidden>
              {name} {actor?.userId === user._id && <span className={classes.you}>You</span>}
            </Text>
            <Text component="span" display="block" size="sm" c="dimmed" truncate>
              {user.primaryEmail}
            </Text>
          </span>
        </UnstyledButton>
      </td>
      <td className={classes.role}>
        <RoleSelect user={user} disabled={!can(actor, 'users.change-role', target)} />
      </td>
      <td className={classes.status}>
        <UserStatusBadge status={user.status} />
      </td>
      <td className={classes.joined}>
        <span className={classes.label}>Joined </span>
        {formatDayOf(user.createdAt)}
      </td>
      <td>{can(actor, 'users.delete', target) && <UserActions user={user} onDelete={onDelete} />}</td>
    </tr>
  );
}
