import { NOTE, STATUSES } from '@anupalan/domain/statuses';
import { z } from 'zod';
import { defineCall } from './call.ts';
import { success } from './envelope.ts';
import { calendarDay, Id, Instant, IsoDay, LIMITS, optionalText } from './primitives.ts';

export const Status = z.enum(STATUSES, { error: 'Invalid status' });

/** One thing recorded about an occurrence; `NOTE` is a note that changed no status. */
export const HistoryRecord = z.object({
  _id: Id,
  status: z.enum([...STATUSES, NOTE]),
  note: z.string(),
  updatedAt: Instant,
  updatedBy: Id.nullable(),
});
export type HistoryRecord = z.infer<typeof HistoryRecord>;

/** Everything recorded about one item on one day, oldest record first. */
export const StatusEntry = z.object({
  _id: Id,
  complianceId: Id,
  userId: Id.nullable(),
  date: IsoDay,
  current: Status,
  history: z.array(HistoryRecord),
  lastUpdated: Instant,
  createdAt: Instant,
  updatedAt: Instant,
});
export type StatusEntry = z.infer<typeof StatusEntry>;

/** Which days the status entries of an answer cover: from one year before to two years after today unless said otherwise. */
export const StatusWindow = z.object({
  from: calendarDay().optional(),
  to: calendarDay().optional(),
});
export type StatusWindow = z.infer<typeof StatusWindow>;

export const StatusUpdate = z.object({
  userId: z.string({ error: 'User ID is required' }).min(1, 'User ID is required'),
  status: Status,
  forDate: calendarDay('Please select a date'),
  note: optionalText(LIMITS.note),
});
export type StatusUpdate = z.infer<typeof StatusUpdate>;

export const updateStatus = defineCall({
  method: 'PATCH',
  path: '/compliance/data/:id/status',
  noun: 'status-history',
  summary: 'Record a status for one day of an item',
  access: 'signed-in',
  params: z.object({ id: Id }),
  query: StatusWindow,
  body: StatusUpdate,
  answers: { 200: success(z.object({ statusHistory: z.array(StatusEntry) })) },
});
