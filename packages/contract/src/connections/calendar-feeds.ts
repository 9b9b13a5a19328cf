import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { Acknowledgement, success } from '../wire/envelope.ts';
import { asItComes, Id, Instant } from '../wire/primitives.ts';

/** Calendar addresses that a person may have, of all kinds and companies together. */
export const MOST_FEEDS = 20;

/**
 * What a calendar shows (R-calendar-feeds-1): `person` what its owner is responsible for in all their companies,
 * `company` what they see of the company that the call is about.
 */
const FEED_KINDS = ['person', 'company'] as const;

const FeedKind = z.enum(FEED_KINDS, { error: 'Please choose what the calendar shows' });

const CalendarFeed = z.object({
  _id: Id,
  kind: FeedKind,
  /** Null where it is of all companies. */
  companyId: Id.nullable(),
  companyName: z.string().nullable(),
  createdAt: Instant,
  /** When a calendar read it last, to the day; null before the first time. */
  readAt: Instant.nullable(),
});
export type CalendarFeed = z.infer<typeof CalendarFeed>;

/** A new one, with its private address, which is told this once. */
const NewCalendarFeed = CalendarFeed.extend({ address: z.string() });
export type NewCalendarFeed = z.infer<typeof NewCalendarFeed>;

export const listCalendarFeeds = defineCall({
  id: 'listCalendarFeeds',
  method: 'GET',
  path: '/calendar-feeds',
  noun: 'calendar-feeds',
  summary: `The caller’s own calendar addresses, without the addresses (${MOST_FEEDS} at most)`,
  access: 'calendar-feeds.manage-own',
  answers: { 200: success(z.array(CalendarFeed)) },
});

export const createCalendarFeed = defineCall({
  id: 'createCalendarFeed',
  method: 'POST',
  path: '/calendar-feeds',
  noun: 'calendar-feeds',
  summary: 'Make a private address at which calendars read what is due; it is told this once',
  access: 'calendar-feeds.manage-own',
  fresh: 'always',
  body: z.object({ kind: FeedKind }),
  answers: { 201: success(NewCalendarFeed) },
});

export const deleteCalendarFeed = defineCall({
  id: 'deleteCalendarFeed',
  method: 'DELETE',
  path: '/calendar-feeds/:id',
  noun: 'calendar-feeds',
  summary: 'Delete a calendar address: calendars that have it read nothing more',
  access: 'calendar-feeds.manage-own',
  params: z.object({ id: Id }),
  answers: { 200: Acknowledgement },
});

export const readCalendarFeed = defineCall({
  id: 'readCalendarFeed',
  method: 'GET',
  path: '/feeds/:file',
  noun: 'calendar-feeds',
  summary: 'A calendar (RFC 5545) by its private address, `{token}.ics`; answers 304 to who has it as it is',
  access: 'public',
  media: ['text/calendar'],
  params: z.object({ file: asItComes('Not found') }),
  answers: { 200: z.string() },
});
