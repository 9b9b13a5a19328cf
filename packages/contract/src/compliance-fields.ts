import { z } from 'zod';
import { defineCall } from './wire/call.ts';
import { Acknowledgement, success } from './wire/envelope.ts';
import { Id, Instant, LIMITS, paragraphs, text, tidy } from './wire/primitives.ts';
import { Version } from './wire/version.ts';

/** Fields at most: each is a column of the table (R-catalogue-1). */
export const MAX_FIELDS = 100;

export const AccessLevel = z.enum(['free', 'premium'], { error: 'Access level must be free or premium' });

export const ComplianceField = z.object({
  _id: Id,
  name: z.string(),
  description: z.string(),
  accessLevel: AccessLevel,
  /** The place among the columns, from 1. */
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

const parts = {
  name: text('Field name is required'),
  description: paragraphs('Description must be text', { min: 0, max: LIMITS.note }),
  accessLevel: AccessLevel,
  required: z.boolean({ error: 'Required must be true or false' }),
  /**
   * The place among the columns, from 1: the fields from there on move back by one. A place past the end means the end.
   */
  order: z.number({ error: 'Order must be a number' }).int('Order must be a whole number').min(1, 'Order starts at 1'),
};

export const NewComplianceField = z.object({
  name: parts.name,
  description: parts.description.default(''),
  accessLevel: parts.accessLevel.default('free'),
  required: parts.required.default(false),
  order: parts.order.optional(),
});
export type NewComplianceField = z.infer<typeof NewComplianceField>;

/** The changes of a field; parts left out stay as they are (R-catalogue-2). */
export const ComplianceFieldChanges = z.object(parts).partial().extend({ updatedAt: Version.optional() });
export type ComplianceFieldChanges = z.infer<typeof ComplianceFieldChanges>;

const NOTHING_CHOSEN = { error: 'Please choose what to change' };
const NONE_CHOSEN = 'Please select at least one field';

/** The ids of several fields; an unknown one makes the whole call a 404 (R-catalogue-15). */
const FieldIds = z
  .array(tidy(NONE_CHOSEN), { error: NONE_CHOSEN })
  .min(1, NONE_CHOSEN)
  .max(MAX_FIELDS, `Please select at most ${MAX_FIELDS} fields`);

/** The changes that several fields can have in common. */
const SharedFieldChanges = z
  .object({ description: parts.description, accessLevel: parts.accessLevel, required: parts.required }, NOTHING_CHOSEN)
  .partial()
  .refine((updates) => Object.keys(updates).length > 0, NOTHING_CHOSEN);
export type SharedFieldChanges = z.infer<typeof SharedFieldChanges>;

export const listComplianceFields = defineCall({
  id: 'listComplianceFields',
  method: 'GET',
  path: '/compliance/fields',
  noun: 'compliance-fields',
  summary: 'The columns of the compliance table, in their order',
  access: 'compliance-fields.list',
  answers: { 200: success(z.array(ComplianceField)) },
});

export const createComplianceField = defineCall({
  id: 'createComplianceField',
  method: 'POST',
  path: '/compliance/fields',
  noun: 'compliance-fields',
  summary: 'Add a field: the last column unless `order` says otherwise',
  access: 'compliance-fields.manage',
  body: NewComplianceField,
  answers: { 201: success(ComplianceField) },
});

export const updateComplianceField = defineCall({
  id: 'updateComplianceField',
  method: 'PATCH',
  path: '/compliance/fields/:id',
  noun: 'compliance-fields',
  summary: 'Change or move a field; with `updatedAt` only if nobody changed it since',
  access: 'compliance-fields.manage',
  params: z.object({ id: Id }),
  body: ComplianceFieldChanges,
  answers: { 200: success(ComplianceField) },
});

export const deleteComplianceField = defineCall({
  id: 'deleteComplianceField',
  method: 'DELETE',
  path: '/compliance/fields/:id',
  noun: 'compliance-fields',
  summary: 'Delete a field with its values',
  access: 'compliance-fields.manage',
  params: z.object({ id: Id }),
  answers: { 200: Acknowledgement },
});

export const deleteComplianceFields = defineCall({
  id: 'deleteComplianceFields',
  method: 'POST',
  path: '/compliance/fields/bulk-delete',
  noun: 'compliance-fields',
  summary: 'Delete several fields with their values, all or none',
  access: 'compliance-fields.manage',
  body: z.object({ ids: FieldIds }),
  answers: { 200: Acknowledgement },
});

export const updateComplianceFields = defineCall({
  id: 'updateComplianceFields',
  method: 'POST',
  path: '/compliance/fields/bulk-update',
  noun: 'compliance-fields',
  summary: 'Change what several fields have in common, all or none; answers those fields',
  access: 'compliance-fields.manage',
  body: z.object({ ids: FieldIds, updates: SharedFieldChanges }),
  answers: { 200: success(z.array(ComplianceField)) },
});
