import { changeOwnPassword, type PasswordChange } from '@anupalan/contract/auth-changes';
import {
  endOwnSession,
  endOwnSessions,
  listOwnSessions,
  type OpenSession,
} from '@anupalan/contract/people/own-sessions';
import {
  changeUserEmail,
  changeUserRole,
  changeUserStatus,
  deleteUser,
  endUserSessions,
  impersonateUser,
  listUsers,
} from '@anupalan/contract/people/user-management';
import { type ProfileChanges, updateOwnProfile } from '@anupalan/contract/users';
import type { Role } from '@anupalan/domain/plans';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { inSilence, useCall } from '../../lib/api/use-call.ts';
import { useSession } from '../../lib/session/session.tsx';
import { removeToken } from '../../lib/session/token.ts';
import type { UserListState } from './user-list-state.ts';

export const FETCHING_USERS_FAILED = 'Failed to fetch users';

/** Page of users; the previous page stays until the next one arrives (R-users-13). */
export function useUsers(query: UserListState) {
  return useQuery({
    ...callQuery(listUsers, { query, failed: FETCHING_USERS_FAILED }, ({ data }) => data),
    placeholderData: keepPreviousData,
  });
}

/** Changes the role of another user (R-users-16); done once the list shows it. */
export function useChangeUserRole() {
  return useCall({
    send: ({ id, role }: { id: string; role: Role }) =>
      request(changeUserRole, { params: { id }, body: { role }, failed: 'Failed to update user role' }),
    done: 'User role updated successfully',
    changes: [listUsers],
  });
}

/** Suspends or activates another user (R-users-17); done once the list shows it. */
export function useChangeUserStatus() {
  return useCall({
    send: ({ id, status }: { id: string; status: 'active' | 'suspended' }) =>
      request(changeUserStatus, { params: { id }, body: { status }, failed: 'Failed to update user status' }),
    done: 'User status updated successfully',
    changes: [listUsers],
  });
}

/** Gives another user a new e-mail address, for who lost their mailbox (R-users-41). */
export function useChangeUserEmail() {
  return useCall({
    send: ({ id, primaryEmail }: { id: string; primaryEmail: string }) =>
      request(changeUserEmail, { params: { id }, body: { primaryEmail }, failed: 'Failed to update user email' }),
    done: 'User email updated successfully',
    describeFailure: inSilence,
    changes: [listUsers],
  });
}

/** Signs another user out everywhere (R-users-40). */
export function useEndUserSessions() {
  return useCall({
    send: (id: string) => request(endUserSessions, { params: { id }, failed: 'Failed to sign the user out' }),
    done: 'User signed out everywhere',
  });
}

/** Deletes another user (R-users-22); done once the list is without them. */
export function useDeleteUser() {
  return useCall({
    send: async (id: string) => {
      if (id === '') throw new Error('User ID is required');
      return await request(deleteUser, { params: { id }, failed: 'Failed to delete user' });
    },
    done: 'User deleted successfully',
    changes: [listUsers],
  });
}

/** Impersonates another user for an hour, starting on their dashboard (R-users-25, R-users-26). */
export function useImpersonateUser() {
  const { token, impersonate } = useSession();
  return useCall({
    send: async (id: string) => {
      const { data } = await request(impersonateUser, { params: { id }, failed: 'Failed to impersonate user' });
      await impersonate(data.token, token);
    },
  });
}

/**
 * Changes the viewer's profile. A new e-mail address is mailed a code, and the old one stays until it is entered
 * (R-accounts-31).
 */
export function useUpdateOwnProfile() {
  const { refresh } = useSession();
  return useCall({
    send: async (body: ProfileChanges) =>
      (await request(updateOwnProfile, { body, failed: 'Failed to update profile' })).data,
    onDone: refresh,
    describeFailure: inSilence,
    // Reloading the profile tells whether the session has ended.
    onFailure: () => void refresh(),
  });
}

/** Changes the viewer's password; every other session ends (R-accounts-63). */
export function useChangeOwnPassword() {
  return useCall({
    send: (body: PasswordChange) => request(changeOwnPassword, { body, failed: 'Failed to change password' }),
    done: 'Password changed successfully',
    describeFailure: inSilence,
    changes: [listOwnSessions],
  });
}

/** Sessions of the viewer's account (R-accounts-39). */
export function useOwnSessions() {
  return useQuery(callQuery(listOwnSessions, {}, ({ data }): OpenSession[] => data));
}

/** Ends another session of the viewer, which may have ended by itself meanwhile (R-accounts-39). */
export function useEndOwnSession() {
  return useCall({
    send: (id: string) => request(endOwnSession, { params: { id } }),
    describeFailure: inSilence,
    changes: [listOwnSessions],
  });
}

/** Ends every session of the viewer, this one too (R-accounts-39). */
export function useEndOwnSessions() {
  return useMutation({ mutationFn: () => request(endOwnSessions), onSuccess: removeToken });
}
