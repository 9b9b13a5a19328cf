import type { User } from '@anupalan/contract/users';
import { useRef, useState } from 'react';
import { useAddressState } from '../../lib/use-address-state.ts';
import { useFailureToast } from '../../lib/use-failure-toast.ts';
import { ListFrame } from '../../ui/lists/list-frame.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { PageFrame } from '../../ui/pages/page-frame.tsx';
import { FETCHING_USERS_FAILED, useUsers } from './calls.ts';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { UserFilterPanel } from './user-filter-panel.tsx';
import { readUserListState } from './user-list-state.ts';
import { UserProfileDialog } from './user-profile-dialog.tsx';
import { UserTable } from './user-table.tsx';

/** User management (R-users-13); the address has page and filters. */
export function UserManagement() {
  const [state, change] = useAddressState(readUserListState);
  const users = useUsers(state);
  const [viewed, setViewed] = useState<User | null>(null);
  const [leaving, setLeaving] = useState<User | null>(null);
  const list = useRef<HTMLDivElement>(null);
  useFailureToast(users.error, FETCHING_USERS_FAILED);

  return (
    <PageFrame title="User Management" text="Who has an account, what they may do, and who may sign in.">
      <UserFilterPanel state={state} onChange={change} />
      <ListFrame
        ref={list}
        what="users"
        length={users.data?.users.length}
        stale={users.isPlaceholderData}
        failed={users.isError}
        onRetry={users.refetch}
        empty="No users match these filters."
      >
        <UserTable users={users.data?.users ?? []} onView={setViewed} onDelete={setLeaving} />
      </ListFrame>
      {users.data && (
        <Pager
          page={state.page}
          pagination={users.data.pagination}
          nouns={['users', 'user']}
          onPage={(page, options) => change({ page }, options)}
        />
      )}
      <UserProfileDialog
        user={users.data?.users.find(({ _id }) => _id === viewed?._id) ?? viewed}
        onClose={() => setViewed(null)}
      />
      <DeleteUserDialog
        user={leaving}
        // Focus moves to the list, as the pressed button is gone.
        onDeleted={() => list.current?.focus()}
        onClose={() => setLeaving(null)}
      />
    </PageFrame>
  );
}
