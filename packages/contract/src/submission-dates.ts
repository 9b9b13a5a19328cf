import { z } from 'zod';
import { ComplianceItem } from './compliance-items.ts';
import { EvidenceIds } from './proof/evidence-ids.ts';
import { StatusWindow } from './status-history.ts';
import { defineCall } from './wire/call.ts';
import { success } from './wire/envelope.ts';
import { ActedFor, calendarDay, Id, LIMITS, paragraphs } from './wire/primitives.ts';

/** Submission dates at most; one more is 409 (R-records-13). */
export const MAX_SUBMISSION_DATES = { anItem: 1_000, aWorkspace: 5_000 };

export const NewSubmissionDate = ActedFor.extend({
  date: calendarDay('Please select a date'),
  description: paragraphs('Please enter a submission note', { max: LIMITS.note }),
  /** Files that were staged (R-evidence-5). */
  evidence: EvidenceIds.optional(),
});
export type NewSubmissionDate = z.infer<typeof NewSubmissionDate>;

export const createSubmissionDate = defineCall({
  id: 'createSubmissionDate',
  method: 'POST',
  path: '/compliance/data/:id/submission-dates',
  noun: 'submission-dates',
  summary: 'Record that an item was submitted',
  access: 'submission-dates.create',
  params: z.object({ id: Id }),
  query: StatusWindow,
  body: NewSubmissionDate,
  answers: { 201: success(ComplianceItem) },
});

export const deleteSubmissionDate = defineCall({
  id: 'deleteSubmissionDate',
  method: 'DELETE',
  path: '/compliance/data/:id/submission-dates/:submissionId',
  noun: 'submission-dates',
  summary: 'Delete a submission date',
  access: 'submission-dates.delete',
  params: z.object({ id: Id, submissionId: Id }),
  query: StatusWindow.extend(ActedFor.shape),
  answers: { 200: success(ComplianceItem) },
});
