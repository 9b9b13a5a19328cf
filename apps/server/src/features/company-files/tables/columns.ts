import { Amount } from '@anupalan/contract/fields/amount';
import { MaxEmployees, MinEmployees } from '@anupalan/contract/fields/employee-range';
import { LIMITS, text } from '@anupalan/contract/wire/primitives';
import { LAST_YEAR, parseMoment } from '@anupalan/domain/calendar-day';
import { toRupees } from '@anupalan/domain/money';
import { z } from 'zod';
import type { DB } from '../../../platform/postgres/database-schema.ts';

/** A column that stays here. */
export const HERE = z.never().optional();

/** A schema for each column of a table: a new column doesn't compile before it is decided on. */
export type Columns<T extends keyof DB> = { readonly [C in keyof DB[T] & string]: z.ZodType };

/** A moment that is planned, as PostgreSQL writes it into JSON, in the years that calendar days may have. */
export const PlannedMoment = z.iso
  .datetime({ offset: true, error: 'is no moment' })
  .refine((moment) => parseMoment(moment) !== null, 'is no moment');

/** A moment at which something was: it is held against when the file was made, too (`findLateColumns`). */
export const Moment = PlannedMoment.refine((moment) => Number(moment.slice(0, 4)) >= 2000, 'is before the year 2000');

/** The longest deadline of a duty, in months: by it a duty is due within the years that calendar days may have. */
export const LONGEST_DEADLINE = 1_200;

/** The moment of an event, from which its deadlines are counted, forwards and backwards. */
export const EventMoment = PlannedMoment.refine((moment) => {
  const year = Number(moment.slice(0, 4));
  return year >= 2000 && year < LAST_YEAR - LONGEST_DEADLINE / 12;
}, 'is no moment of an event');

/** When a row was made and changed. */
export const TIMES = { created_at: Moment, updated_at: Moment } as const;

/**
 * A text that is sealed, or stands beside what is: it is written exactly as the file has it, and bounded as by its call.
 * @param max UTF-16 units
 */
export function sealedText(max: number) {
  return z.string().max(max, `has more than ${max} characters`);
}

/** A note, and a reason. */
export const Note = sealedText(LIMITS.note);

/** A line that may be empty, as calls take it. */
export function line(max: number) {
  return text('is no text', { min: 0, max });
}

/** The key by which an import finds a row again. */
export const ImportKey = line(100).min(1).nullable();

/** Paise of an amount that calls take in rupees. */
export const Paise = z.int().refine((paise) => Amount.safeParse(toRupees(paise)).success, 'is no amount');

/** The bounds of headcount, which stored rows have as numbers (R-catalogue-9). */
export const HEADCOUNTS = {
  min_employees: z.int().refine((count) => MinEmployees.safeParse(count).success, 'is no headcount'),
  max_employees: z.int().refine((count) => count >= 0 && MaxEmployees.safeParse(count).success, 'is no headcount'),
} as const;
