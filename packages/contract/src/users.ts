import { MEMBER_ROLES } from '@anupalan/domain/members';
import { ROLES } from '@anupalan/domain/plans';
import { z } from 'zod';
import { Company } from './companies.ts';
import { defineCall } from './wire/call.ts';
import { Acknowledgement, success } from './wire/envelope.ts';
import {
  BoundedPagination,
  checkedByHandler,
  either,
  email,
  Id,
  Instant,
  optionalText,
  orEmpty,
  orNone,
  PageNumber,
  pageSize,
  phone,
  text,
} from './wire/primitives.ts';

export const Role = z.enum(ROLES, { error: 'Role must be user, premium or admin' });

export const UserStatus = z.enum(['active', 'pending', 'suspended'], {
  error: 'Status must be active, pending or suspended',
});

export const FirstName = text('First name must be at least 2 characters', { min: 2 });
export const LastName = text('Last name must be at least 2 characters', { min: 2 });

export const User = z.object({
  _id: Id,
  firstName: z.string(),
  lastName: z.string(),
  primaryEmail: z.string(),
  personalPhone: z.string(),
  role: Role,
  status: UserStatus,
  createdAt: Instant,
  company: Company.nullable(),
  /**
   * There while the password is the one that the server made up (R-users-50): `asked` to choose another by the screen, or
   * `required` to by the server too.
   */
  passwordChange: z.enum(['asked', 'required']).optional(),
});
export type User = z.infer<typeof User>;

/** The caller in the company that the call is about. */
export const OwnMember = z.object({
  /** Null where no company is registered yet, and so is its name. */
  companyId: Id.nullable(),
  companyName: z.string().nullable(),
  role: z.enum(MEMBER_ROLES),
  plan: z.enum(['free', 'premium']),
  /** The companies that the caller belongs to. */
  companies: z.number(),
  /** The company's people, viewers aside: who is alone is asked about no others. */
  people: z.number(),
  /** Whether the company can only be read, because it has no owner (R-companies-24). */
  frozen: z.boolean(),
  /** The best plan of the person, their own or that of any company they are in: HR documents go by it. */
  bestPlan: z.enum(['free', 'premium']),
});
export type OwnMember = z.infer<typeof OwnMember>;

/** The profile's fields and their faults (R-users-11). */
const Profile = z.object({
  firstName: FirstName,
  lastName: LastName,
  personalPhone: phone(),
  primaryEmail: email(),
});

/**
 * The form that edits a profile: a phone number that was never given may stay empty (R-users-11), and a name that isn't
 * changed isn't judged again (R-users-35).
 */
export function profileForm({
  firstName,
  lastName,
  personalPhone,
}: Pick<User, 'firstName' | 'lastName' | 'personalPhone'>) {
  return Profile.extend({
    firstName: either(z.literal(firstName), FirstName),
    lastName: either(z.literal(lastName), LastName),
    personalPhone: personalPhone === '' ? orEmpty(phone()) : phone(),
  });
}

/** The changes of a profile; fields left out stay as they are (R-users-11). */
export const ProfileChanges = Profile.partial();
export type ProfileChanges = z.infer<typeof ProfileChanges>;

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

export const getOwnProfile = defineCall({
  id: 'getOwnProfile',
  method: 'GET',
  path: '/users/profile',
  noun: 'users',
  summary: 'The signed-in user with the company that the call is about, and who is impersonating them',
  access: 'users.read-own',
  beforeSecondFactor: true,
  answers: {
    200: success(
      z.object({
        user: User,
        /** Left out by instances of the version before, while they are replaced one by one. */
        member: OwnMember.optional(),
        impersonatedBy: z.object({ _id: Id, firstName: z.string(), lastName: z.string() }).optional(),
        /** There while the user's address refuses mail (R-messages-12). */
        mailComesBack: z.literal(true).optional(),
        /** Nothing else can be done before a passkey is added (R-passkeys-12). */
        passkeyNeeded: z.literal(true).optional(),
      }),
    ),
  },
});

export const updateOwnProfile = defineCall({
  id: 'updateOwnProfile',
  method: 'PUT',
  path: '/users/profile',
  noun: 'users',
  summary: 'Change the own profile; a new e-mail address counts once the code mailed to it is confirmed',
  access: 'users.edit-own',
  fresh: 'for-some-inputs',
  // The handler knows whether the user's phone number may be empty (`profileForm`).
  body: checkedByHandler(ProfileChanges),
  answers: { 200: success(z.object({ user: User, emailChangePending: z.literal(true).optional() })) },
});

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

/** An open session of the own account, as the profile lists it. */
export const OpenSession = z.object({
  _id: Id,
  /** The name that the browser gives itself (its User-Agent). */
  device: z.string(),
  createdAt: Instant,
  /** The last use, to within five minutes (R-accounts-34). */
  lastUsedAt: Instant,
  /** Whether it is the session that asks. */
  current: z.boolean(),
});
export type OpenSession = z.infer<typeof OpenSession>;

export const listOwnSessions = defineCall({
  id: 'listOwnSessions',
  method: 'GET',
  path: '/users/profile/sessions',
  noun: 'users',
  summary: 'Where the own account is signed in: this session, then the last used (100 at most)',
  access: 'users.manage-own-sessions',
  answers: { 200: success(z.array(OpenSession)) },
});

export const endOwnSession = defineCall({
  id: 'endOwnSession',
  method: 'DELETE',
  path: '/users/profile/sessions/:id',
  noun: 'users',
  summary: 'End one of the own sessions',
  access: 'users.manage-own-sessions',
  fresh: 'always',
  params: withId,
  answers: { 200: Acknowledgement },
});

export const endOwnSessions = defineCall({
  id: 'endOwnSessions',
  method: 'DELETE',
  path: '/users/profile/sessions',
  noun: 'users',
  summary: 'Sign out everywhere, this session included',
  access: 'users.manage-own-sessions',
  fresh: 'always',
  answers: { 200: Acknowledgement },
});
