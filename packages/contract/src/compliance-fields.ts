import { z } from 'zod';
import { defineCall } from './call.ts';
import { success } from './envelope.ts';
import { Id, Instant } from './primitives.ts';

export const AccessLevel = z.enum(['free', 'premium']);

export const ComplianceField = z.object({
  _id: Id,
  name: z.string(),
  description: z.string(),
  accessLevel: AccessLevel,
  order: z.number().int(),
  isFreeUser: z.boolean(),
  isPremiumUser: z.boolean(),
  type: z.literal('text'),
  required: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
  createdBy: Id.nullable(),
});
export type ComplianceField = z.infer<typeof ComplianceField>;

export const listComplianceFields = defineCall({
  method: 'GET',
  path: '/compliance/fields',
  noun: 'compliance-fields',
  summary: 'The columns of the compliance table, in their order',
  access: 'signed-in',
  answers: { 200: success(z.array(ComplianceField)) },
});
