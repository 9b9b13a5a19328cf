import { optionalText } from '@anupalan/contract/primitives';
import { Role, UserStatus } from '@anupalan/contract/users';
import type { Role as RoleName } from '@anupalan/domain/plans';
import { readPage, readParam } from '../../lib/address-state.ts';

/** Which page of which users is shown, as the address has it. */
export type UserListState = Readonly<{
  page: number;
  search: string | undefined;
  role: RoleName | undefined;
  status: 'active' | 'pending' | 'suspended' | undefined;
}>;

/** What can't be is left out: an address comes from anybody. */
export function readUserListState(params: URLSearchParams): UserListState {
  return {
    page: readPage(params),
    search: readParam(params, 'search', optionalText()),
    role: readParam(params, 'role', Role),
    status: readParam(params, 'status', UserStatus),
  };
}
