import { parseMoment } from '@anupalan/domain/calendar-day';
import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { success } from '../wire/envelope.ts';
import {
  BoundedPagination,
  Id,
  Instant,
  IsoDay,
  LIMITS,
  orNone,
  orNull,
  PageNumber,
  pageSize,
  State,
  StateChoice,
  text,
  tidy,
} from '../wire/primitives.ts';
import { EventDuty } from './duties.ts';
import { EventQuestions, Key, Visibility } from './kinds.ts';

/** An event with its duties (R-events-1). Of its kind it has what that was when the event was recorded (R-events-8). */
export const CompanyEvent = z.object({
  _id: Id,
  kind: Key,
  kindName: z.string(),
  asks: EventQuestions,
  visibility: Visibility,
  /** `-` for one that is about no state of its own. */
  state: State,
  establishmentId: Id.nullable(),
  /** The company's own word for it: no health data, no names needed. */
  label: z.string(),
  /** The moment; where no time of day counts midnight in UTC of its day, as days are (R-api-9). */
  happenedAt: Instant,
  number: z.number().int().nullable(),
  /** The later days that are known, by their keys. */
  laterDays: z.record(Key, Instant),
  /** Who sees it besides its recorder, where `visibility` is `named`. */
  named: z.array(Id),
  /** The user who recorded it. */
  recordedBy: Id,
  /** The edition of the catalogue that its duties are of. */
  edition: z.string(),
  /** Duties that are open or done with, by their deadline. */
  duties: z.array(EventDuty),
  /** Duties with a condition: somebody says of each whether it holds (R-events-7). */
  offered: z.array(EventDuty),
  closedAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type CompanyEvent = z.infer<typeof CompanyEvent>;

/**
 * A moment, or a day where no time of day counts, as ISO text: which of them it has to be is known with the kind
 * (R-events-3).
 */
function dayOrMoment(missing: string) {
  return tidy(missing)
    .min(1, missing)
    .refine((value) => parseMoment(value) !== null, 'Invalid date format');
}

/** Whether a text of {@link dayOrMoment} has a time of day. */
export function hasTime(value: string): boolean {
  return value.length > '2026-11-20'.length;
}

const NUMBER_FAULT = 'The number must be a whole number from 0 to 10,000,000';
const label = text('Please enter a label', { max: LIMITS.name });
const happenedAt = dayOrMoment('Please enter the day');
const number = z.int(NUMBER_FAULT).min(0, NUMBER_FAULT).max(10_000_000, NUMBER_FAULT).nullable();

/** People who see a restricted event besides its recorder, at most. */
const MOST_NAMED = 20;

export const NewEvent = z.object({
  kind: tidy('Please choose what happened').min(1, 'Please choose what happened'),
  state: StateChoice,
  establishmentId: orNull(Id).optional(),
  label,
  happenedAt,
  number: number.optional(),
  named: z
    .array(z.uuidv7('Choose members of the company'), 'Choose members of the company')
    .max(MOST_NAMED, `Choose at most ${MOST_NAMED} people`)
    .optional(),
});
export type NewEvent = z.infer<typeof NewEvent>;

/** Changes of an event; parts left out stay as they are. A later day of null is unknown again. */
export const EventChanges = z.object({
  happenedAt: happenedAt.optional(),
  label: label.optional(),
  number: number.optional(),
  laterDays: z.record(tidy('Please name the day'), dayOrMoment('Please enter the day').nullable()).optional(),
  closed: z.boolean('Closed must be true or false').optional(),
});
export type EventChanges = z.infer<typeof EventChanges>;

/** When a duty was due and is due now; null: the day that it counts from is not known. */
const DueChange = z.object({ day: IsoDay.nullable(), at: Instant.nullable() });

/** An open duty whose deadline a change of the event has moved (R-events-12). */
export const Recalculated = z.object({ dutyId: Id, title: z.string(), from: DueChange, to: DueChange });
export type Recalculated = z.infer<typeof Recalculated>;

/** A duty of a headcount that opens, or doesn't any more, because limits are reached by another event (R-events-9). */
export const Rejudged = z.object({
  eventId: Id,
  label: z.string(),
  dutyId: Id,
  title: z.string(),
  opens: z.boolean(),
});
export type Rejudged = z.infer<typeof Rejudged>;

const OneEvent = z.object({ id: Id });

export const listEvents = defineCall({
  id: 'listEvents',
  method: 'GET',
  path: '/events',
  noun: 'events',
  summary: 'One page of the events that the caller sees, the newest first',
  access: 'events.list',
  query: z.object({
    /** Open or closed ones alone. */
    closed: orNone(z.enum(['true', 'false'], { error: 'Closed must be true or false' })),
    kind: orNone(Key),
    page: PageNumber,
    limit: pageSize(20),
  }),
  answers: { 200: success(z.array(CompanyEvent)).extend({ pagination: BoundedPagination }) },
});

export const readEvent = defineCall({
  id: 'readEvent',
  method: 'GET',
  path: '/events/:id',
  noun: 'events',
  summary: 'One event with its duties',
  access: 'events.list',
  params: OneEvent,
  answers: { 200: success(CompanyEvent) },
});

export const createEvent = defineCall({
  id: 'createEvent',
  method: 'POST',
  path: '/events',
  noun: 'events',
  summary: 'Record that something happened: it opens the duties that apply as the law and the company stand',
  access: 'events.record',
  body: NewEvent,
  answers: { 201: success(CompanyEvent).extend({ limits: z.array(Rejudged) }) },
});

export const updateEvent = defineCall({
  id: 'updateEvent',
  method: 'PATCH',
  path: '/events/:id',
  noun: 'events',
  summary: 'Change an event, name a later day, close or reopen it; says which open duties are due at another time now',
  access: 'events.record',
  params: OneEvent,
  body: EventChanges,
  answers: {
    200: success(CompanyEvent).extend({ recalculated: z.array(Recalculated), limits: z.array(Rejudged) }),
  },
});
