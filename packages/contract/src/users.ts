import { ROLES } from '@anupalan/domain/plans';
import { z } from 'zod';
import { defineCall } from './call.ts';
import { Company } from './companies.ts';
import { success } from './envelope.ts';
import { Id, Instant } from './primitives.ts';

export const Role = z.enum(ROLES);

export const UserStatus = z.enum(['active', 'pending', 'suspended']);

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
});
export type User = z.infer<typeof User>;

export const getOwnProfile = defineCall({
  method: 'GET',
  path: '/users/profile',
  noun: 'users',
  summary: 'The signed-in user with the company of their workspace',
  access: 'signed-in',
  answers: { 200: success(z.object({ user: User })) },
});
