import { z } from 'zod';
import { defineCall } from './call.ts';
import { ComplianceItem } from './compliance-items.ts';
import { success } from './envelope.ts';
import { ActedFor, calendarDay, Id, LIMITS, text } from './primitives.ts';
import { StatusWindow } from './status-history.ts';

/** Most submission dates at once; one more is 409. */
export const MAX_SUBMISSION_DATES = { anItem: 1_000, aWorkspace: 5_000 };

export const NewSubmissionDate = ActedFor.extend({
  date: calendarDay('Please select a date'),
  description: text('Please enter a submission note', { max: LIMITS.note }),
});
export type NewSubmissionDate = z.infer<typeof NewSubmissionDate>;

export const createSubmissionDate = defineCall({
  method: 'POST',
  path: '/compliance/data/:id/submission-dates',
  noun: 'submission-dates',
  summary: 'Record that an item was submitted',
  access: 'signed-in',
  params: z.object({ id: Id }),
  query: StatusWindow,
  body: NewSubmissionDate,
  answers: { 201: success(ComplianceItem) },
});

export const deleteSubmissionDate = defineCall({
  method: 'DELETE',
  path: '/compliance/data/:id/submission-dates/:submissionId',
  noun: 'submission-dates',
  summary: 'Delete a submission date',
  access: 'signed-in',
  params: z.object({ id: Id, submissionId: Id }),
  query: StatusWindow.extend(ActedFor.shape),
  answers: { 200: success(ComplianceItem) },
});
