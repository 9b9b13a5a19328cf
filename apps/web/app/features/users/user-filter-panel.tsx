import { USER_STATUSES } from '@anupalan/domain/permissions/actor';
import { ROLE_LABELS, ROLES } from '@anupalan/domain/plans';
import { SearchInput } from '../../ui/forms/search-input.tsx';
import { FilterPanel } from '../../ui/lists/filter-panel.tsx';
import { Select } from '../../ui/select/select.tsx';
import type { UserListState } from './user-list-state.ts';
import { USER_STATUS_LABELS } from './user-status-badge.tsx';

type Props = {
  state: UserListState;
  onChange: (change: Partial<UserListState>, options?: { replace: boolean }) => void;
};

const ROLE_OPTIONS = ROLES.map((value) => ({ value, label: ROLE_LABELS[value] }));
const STATUS_OPTIONS = USER_STATUSES.map((value) => ({ value, label: USER_STATUS_LABELS[value] }));

/** Filters of the user list (R-users-13). */
export function UserFilterPanel({ state: { search, role, status }, onChange }: Props) {
  const active = [search, role, status].filter(Boolean).length;
  return (
    <FilterPanel active={active} onClear={() => onChange({ search: undefined, role: undefined, status: undefined })}>
      <SearchInput
        label="Search"
        placeholder="Name or email"
        value={search ?? ''}
        // Letters after the first replace the history entry, so that Back leaves the search as a whole.
        onSearch={(text) => onChange({ search: text || undefined }, { replace: Boolean(search && text) })}
      />
      <Select
        label="Role"
        placeholder="All roles"
        data={ROLE_OPTIONS}
        value={role ?? null}
        onChange={(chosen) => onChange({ role: chosen ?? undefined })}
        clearable
        clearButtonProps={{ 'aria-label': 'All roles' }}
      />
      <Select
        label="Status"
        placeholder="All statuses"
        data={STATUS_OPTIONS}
        value={status ?? null}
        onChange={(chosen) => onChange({ status: chosen ?? undefined })}
        clearable
        clearButtonProps={{ 'aria-label': 'All statuses' }}
      />
    </FilterPanel>
  );
}
