import { Role, UserStatus } from '@anupalan/contract/users';
import { optionalText } from '@anupalan/contract/wire/primitives';
import type { Role as RoleName } from '@anupalan/domain/plans';
import { readPage, readParam } from '../../lib/address-state.ts';

/** Page and filters of the user list as the address has them (R-users-13). */
export type UserListState = Readonly<{
  page: number;
  search: string | undefined;
  role: RoleName | undefined;
  status: 'active' | 'pending' | 'suspended' | undefined;
}>;

/** Invalid parameters are dropped: anybody can write an address. */
export function readUserListState(params: URLSearchParams): UserListState {
  return {
    page: readPage(params),
    search: readParam(params, 'search', optionalText()),
    role: readParam(params, 'role', Role),
    status: readParam(params, 'status', UserStatus),
  };
}
