import { Role, type User } from '@anupalan/contract/users';
import { ROLE_LABELS, ROLES, type Role as RoleName } from '@anupalan/domain/plans';
import { useState } from 'react';
import { fullNameOf } from '../../lib/text/person-name.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Select } from '../../ui/select/select.tsx';
import { useChangeUserRole } from './calls.ts';

const OPTIONS = ROLES.map((value) => ({ value, label: ROLE_LABELS[value] }));

/** Role select, with a question before a user becomes or stops being an administrator (R-users-16). */
export function RoleSelect({ user, disabled }: { user: User; disabled: boolean }) {
  const change = useChangeUserRole();
  const [asked, setAsked] = useState<RoleName | null>(null);

  function choose(chosen: string | null) {
    const { data: role } = Role.safeParse(chosen);
    if (!role || role === user.role) return;
    if (role === 'admin' || user.role === 'admin') setAsked(role);
    else change.mutate({ id: user._id, role });
  }

  return (
    <>
      <Select
        aria-label={`Role of ${fullNameOf(user)}`}
        size="sm"
        data={OPTIONS}
        value={change.isPending ? change.variables.role : user.role}
        onChange={choose}
        disabled={disabled || change.isPending}
        allowDeselect={false}
      />
      <ConfirmDialog
        opened={asked !== null}
        question={
          asked === 'admin'
            ? `Make ${fullNameOf(user)} an administrator? They will be able to see and change everything.`
            : `Take the administrator role from ${fullNameOf(user)}?`
        }
        action={asked === 'admin' ? 'Make administrator' : 'Take role away'}
        onConfirm={() => {
          if (asked) change.mutate({ id: user._id, role: asked });
          setAsked(null);
        }}
        onClose={() => setAsked(null)}
      />
    </>
  );
}
