import { RESOLVED_STATUSES } from '@anupalan/domain/statuses';
import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { success } from '../wire/envelope.ts';
import { Id, Instant, IsoDay } from '../wire/primitives.ts';

/** What the bell tells of colleagues (R-notifications-10). */
export const NEWS_KINDS = [
  'to-check',
  'returned',
  'approved',
  'assigned',
  'handover',
  'payer',
  'file-ready',
  'file-failed',
  'webhook-off',
] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];

const ASSIGNED_AS = ['responsible', 'deputy', 'checker'] as const;
export type AssignedAs = (typeof ASSIGNED_AS)[number];

/** Something that a colleague did and that concerns the caller; what is missing doesn't belong to its kind. */
export const News = z.object({
  /** The same as long as it is the same news, so that clearing it hides nothing else. */
  _id: z.string(),
  kind: z.enum(NEWS_KINDS),
  at: Instant,
  /** First and last name of who did it; null once that person's data were erased. */
  by: z.string().nullable(),
  /** The obligation or the duty, of what was assigned the act, the name of a file that was made, a webhook's host. */
  title: z.string().optional(),
  itemId: Id.optional(),
  /** The event, of a record of one of its duties. */
  eventId: Id.optional(),
  actId: Id.optional(),
  /** The occurrence of a record, and the status that it says. */
  day: IsoDay.optional(),
  status: z.enum(RESOLVED_STATUSES).optional(),
  /** Why a record was returned, or the note of an approval. */
  note: z.string().optional(),
  /** The registration number that a record is about, where it is about one (R-registrations-17). */
  registrationNumber: z.string().optional(),
  /** As what the caller was assigned, and how many acts or items at once. */
  as: z.array(z.enum(ASSIGNED_AS)).optional(),
  scope: z.enum(['company', 'act', 'item']).optional(),
  count: z.int().optional(),
});
export type News = z.infer<typeof News>;

export const listNotifications = defineCall({
  id: 'listNotifications',
  method: 'GET',
  path: '/notifications',
  noun: 'notifications',
  summary: 'What colleagues did that concerns the caller in the company, newest first (50 at most)',
  access: 'notifications.list',
  answers: { 200: success(z.array(News)) },
});
