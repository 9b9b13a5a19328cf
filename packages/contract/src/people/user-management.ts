import { z } from 'zod';
import { Role, User, UserStatus } from '../users.ts';
import { defineCall } from '../wire/call.ts';
import { Acknowledgement, success } from '../wire/envelope.ts';
import { BoundedPagination, email, Id, optionalText, orNone, PageNumber, pageSize } from '../wire/primitives.ts';

/* What administrators do with other users, apart from what every page loads. */

export const UserFilters = z.object({
  page: PageNumber,
  limit: pageSize(10),
  /** A part of the name or of the e-mail address, in any case (R-users-13). */
  search: optionalText(),
  role: orNone(Role),
  status: orNone(UserStatus),
});
export type UserFilters = z.infer<typeof UserFilters>;

const withId = z.object({ id: Id });

export const listUsers = defineCall({
  id: 'listUsers',
  method: 'GET',
  path: '/users',
  noun: 'users',
  summary: 'One page of the users, newest first',
  access: 'users.list',
  query: UserFilters,
  answers: { 200: success(z.object({ users: z.array(User), pagination: BoundedPagination })) },
});

export const changeUserRole = defineCall({
  id: 'changeUserRole',
  method: 'PATCH',
  path: '/users/:id/role',
  noun: 'users',
  summary: 'Change the role of another user; premium given here has no end',
  access: 'users.change-role',
  fresh: 'always',
  params: withId,
  body: z.object({ role: Role }),
  answers: { 200: success(User) },
});

export const changeUserStatus = defineCall({
  id: 'changeUserStatus',
  method: 'PATCH',
  path: '/users/:id/status',
  noun: 'users',
  summary: 'Suspend another user, which ends their sessions, or make them active again',
  access: 'users.change-status',
  fresh: 'always',
  params: withId,
  body: z.object({ status: z.enum(['active', 'suspended'], { error: 'Status must be active or suspended' }) }),
  answers: { 200: success(User) },
});

/** The form that gives another user a new address, for somebody who lost their mailbox. */
export const NewAddress = z.object({ primaryEmail: email() });

export const changeUserEmail = defineCall({
  id: 'changeUserEmail',
  method: 'PATCH',
  path: '/users/:id/email',
  noun: 'users',
  summary: 'Give another user a new e-mail address when the old mailbox is lost; ends their sessions',
  access: 'users.change-email',
  fresh: 'always',
  params: withId,
  body: NewAddress,
  answers: { 200: success(User) },
});

export const endUserSessions = defineCall({
  id: 'endUserSessions',
  method: 'DELETE',
  path: '/users/:id/sessions',
  noun: 'users',
  summary: 'Sign another user out everywhere',
  access: 'users.end-sessions',
  fresh: 'always',
  params: withId,
  answers: { 200: Acknowledgement },
});

export const deleteUser = defineCall({
  id: 'deleteUser',
  method: 'DELETE',
  path: '/users/:id',
  noun: 'users',
  summary: 'Erase another user, and their company when nobody else belongs to it',
  access: 'users.delete',
  fresh: 'always',
  params: withId,
  answers: { 200: Acknowledgement },
});

export const impersonateUser = defineCall({
  id: 'impersonateUser',
  method: 'POST',
  path: '/users/impersonate/:id',
  noun: 'users',
  summary: 'Begin an hour of acting as another user',
  access: 'users.impersonate',
  fresh: 'always',
  params: withId,
  answers: { 200: success(z.object({ token: z.string() })) },
});
