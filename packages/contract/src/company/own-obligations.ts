import { z } from 'zod';
import { ACT_FAULT, ComplianceItem, ComplianceItemChanges, NewComplianceItem } from '../compliance-items.ts';
import { withEmployeeRange } from '../fields/employee-range.ts';
import { StatusWindow } from '../status-history.ts';
import { defineCall } from '../wire/call.ts';
import { Acknowledgement, success } from '../wire/envelope.ts';
import { ActedFor, Id, LIMITS, text } from '../wire/primitives.ts';

/** Obligations that a company may keep of its own, by its plan (R-registrations-13). */
export const MAX_OWN_OBLIGATIONS = { free: 5, premium: 500 };

/** An act of the company's own, by its name; the same name, in whatever capitals, is the same act. */
const actName = text('Please name the act', { max: LIMITS.line });

/**
 * An obligation of the company's own: the body of `POST /compliance/data`, under an act of the catalogue or of the
 * company (`actId`), or one that is named (R-registrations-11).
 */
export const NewOwnObligation = withEmployeeRange(
  z.object({
    ...NewComplianceItem.shape,
    actId: NewComplianceItem.shape.actId.optional(),
    actName: actName.optional(),
  }),
).refine(({ actId, actName: name }) => (actId === undefined) !== (name === undefined), {
  path: ['actId'],
  error: ACT_FAULT,
  when: () => true,
});
export type NewOwnObligation = z.infer<typeof NewOwnObligation>;

/** The changes of an own obligation, as of an item of the catalogue. */
export const OwnObligationChanges = withEmployeeRange(
  z.object({ ...ComplianceItemChanges.shape, actName: actName.optional() }),
);
export type OwnObligationChanges = z.infer<typeof OwnObligationChanges>;

export const createOwnObligation = defineCall({
  id: 'createOwnObligation',
  method: 'POST',
  path: '/compliance/own',
  noun: 'own-obligations',
  summary: "Add an obligation of the company's own, which nobody else sees",
  access: 'own-obligations.manage',
  query: StatusWindow,
  body: NewOwnObligation,
  answers: { 201: success(ComplianceItem) },
});

export const updateOwnObligation = defineCall({
  id: 'updateOwnObligation',
  method: 'PATCH',
  path: '/compliance/own/:id',
  noun: 'own-obligations',
  summary: 'Change an own obligation; with `updatedAt` only if nobody changed it since',
  access: 'own-obligations.manage',
  params: z.object({ id: Id }),
  query: StatusWindow,
  body: OwnObligationChanges,
  answers: { 200: success(ComplianceItem) },
});

export const deleteOwnObligation = defineCall({
  id: 'deleteOwnObligation',
  method: 'DELETE',
  path: '/compliance/own/:id',
  noun: 'own-obligations',
  summary: 'Delete an own obligation with all that was recorded about it',
  access: 'own-obligations.manage',
  params: z.object({ id: Id }),
  query: ActedFor,
  answers: { 200: Acknowledgement },
});
