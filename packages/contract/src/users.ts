import { MEMBER_ROLES } from '@anupalan/domain/members';
import { ROLES } from '@anupalan/domain/plans';
import { z } from 'zod';
import { Company } from './companies.ts';
import { defineCall } from './wire/call.ts';
import { success } from './wire/envelope.ts';
import { checkedByHandler, either, email, Id, Instant, orEmpty, phone, text } from './wire/primitives.ts';

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
