import type { User } from '@anupalan/contract/users';
import { UserRow } from './user-row.tsx';
import classes from './user-table.module.css';

type Props = { users: readonly User[]; onView: (user: User) => void; onDelete: (user: User) => void };

/** User table; on a phone each user is a card. */
export function UserTable({ users, onView, onDelete }: Props) {
  return (
    <table className={classes.table}>
      <thead className={classes.head}>
        <tr>
          <th scope="col">User</th>
          <th scope="col">Role</th>
          <th scope="col">Status</th>
          <th scope="col">Joined</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow key={user._id} user={user} onView={() => onView(user)} onDelete={() => onDelete(user)} />
        ))}
      </tbody>
    </table>
  );
}
