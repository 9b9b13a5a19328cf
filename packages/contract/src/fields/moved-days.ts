import { MOST_EXCEPTIONS } from '@anupalan/domain/due-days/exceptions';
import { MOVERS } from '@anupalan/domain/due-days/moved-days';
import { z } from 'zod';
import { Id, IsoDay } from '../wire/primitives.ts';

const EXCEPTION_FAULT = 'Please give the days as month and day, such as 04-07';

const MonthDay = z.string({ error: EXCEPTION_FAULT }).regex(/^\d{2}-\d{2}$/, EXCEPTION_FAULT);

/** An occurrence that falls due on another day every year, as `MM-DD` (R-due-dates-21). */
const ScheduleException = z.object({ of: MonthDay, on: MonthDay }, EXCEPTION_FAULT);

/** The exceptions of a schedule. */
export const Exceptions = z
  .array(ScheduleException, EXCEPTION_FAULT)
  .max(MOST_EXCEPTIONS, `There can be at most ${MOST_EXCEPTIONS} exceptions`);

/** What moved a day, and on what that rests. */
const Mover = z.object({ what: z.enum(MOVERS), source: z.string() });

/**
 * An occurrence whose legal or company's day differs from its nominal `day`, under which it is recorded
 * (R-due-dates-20).
 */
export const MovedDay = z.object({
  day: IsoDay,
  legal: IsoDay,
  /** The company's own; null when it has none. */
  company: IsoDay.nullable(),
  by: z.array(Mover),
});
export type MovedDay = z.infer<typeof MovedDay>;

/** An extension that moves a day once a manager says that the company meets its condition (R-due-dates-29). */
export const PossibleExtension = z.object({
  _id: Id,
  /** The occurrence, by its nominal day. */
  forDate: IsoDay,
  day: IsoDay,
  condition: z.string(),
  source: z.string(),
});
export type PossibleExtension = z.infer<typeof PossibleExtension>;
