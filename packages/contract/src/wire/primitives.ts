import { parseCalendarDay, parseMoment, toIsoMidnight } from '@anupalan/domain/calendar-day';
import { ALL_STATES, normalizeState, STATES } from '@anupalan/domain/states';
import { z } from 'zod';
import { faultOfAddress, LONGEST_ADDRESS } from './mail-address.ts';
import { readPhone } from './phone-number.ts';
import { emptyIfUnseen, isStorable, tidyText, UNSTORABLE } from './stored-text.ts';
import { isWebAddress } from './web-address.ts';

/** Limits on free text: generous to people, closed to abuse. */
export const LIMITS = {
  name: 100,
  line: 200,
  note: 2_000,
  message: 5_000,
  richText: 50_000,
  url: 500,
  email: LONGEST_ADDRESS,
  phone: 15,
  password: 200,
};

export const Id = z.uuidv7({ error: 'Not found' });

/** The user a call is made for: the caller unless said otherwise (R-api-11). */
export const ActedFor = z.object({ userId: tidy('User ID is required').optional() });

/** A moment, as ISO text in UTC. */
export const Instant = z.iso.datetime();

/** The page of a list, from 1; without one it is the first (R-api-15). */
export const PageNumber = z.coerce
  .number({ error: 'Page must be a whole number from 1' })
  .int('Page must be a whole number from 1')
  .min(1, 'Page must be a whole number from 1')
  .max(1_000_000, 'Page must be at most 1,000,000')
  .default(1);

const MOST_ON_A_PAGE = 100;

/** The number of entries on a page of a list. */
export function pageSize(usual: number) {
  const message = `Limit must be a whole number from 1 to ${MOST_ON_A_PAGE}`;
  return z.coerce.number({ error: message }).int(message).min(1, message).max(MOST_ON_A_PAGE, message).default(usual);
}

/** The page of a list that an answer has, and how many there are (R-api-15). */
export const Pagination = z.object({
  page: z.number().int(),
  limit: z.number().int(),
  total: z.number().int(),
  pages: z.number().int(),
});
export type Pagination = z.infer<typeof Pagination>;

/**
 * The pagination of a list that may be too long to count: with `more` there are more entries than `total`, and pages
 * end there.
 */
export const BoundedPagination = Pagination.extend({ more: z.literal(true).optional() });
export type BoundedPagination = z.infer<typeof BoundedPagination>;

interface Length {
  min?: number;
  max?: number;
}

/**
 * A text as it is taken in: one that can be stored, composed, without blanks around it (R-api-54). Every text of every
 * form begins with it, apart from those that stay as they come.
 */
export function tidy(message: string): z.ZodString {
  return asItComes(message).overwrite(tidyText);
}

/** A password, code, token or other signed text: it stays as it comes and only has to be one that can be stored. */
export function asItComes(message: string): z.ZodString {
  return z.string({ error: message }).refine(isStorable, { error: UNSTORABLE, abort: true });
}

/**
 * A line of text, tidied, without control characters (R-api-46), with one message for missing and too short. What shows
 * nothing is empty.
 */
export function text(message: string, { min = 1, max = LIMITS.name }: Length = {}) {
  return ofLength(tidy(message).overwrite(emptyIfUnseen), message, { min, max }).refine(
    isOneLine,
    'Please remove line breaks and other control characters',
  );
}

/** Text of several lines, tidied; every kind of line break becomes `\n`, tabs stay (R-api-46). */
export function paragraphs(message: string, { min = 1, max = LIMITS.message }: Length = {}) {
  const unified = tidy(message).overwrite(unifyLineBreaks);
  return ofLength(unified, message, { min, max }).refine(isPrintable, 'Please remove characters that cannot be stored');
}

/** A line of text that may be left out or empty; empty and absent are the same. */
export function optionalText(max: number = LIMITS.line) {
  return text('Please enter text', { min: 0, max }).optional();
}

/** Text of several lines that may be left out or empty; empty and absent are the same. */
export function optionalParagraphs(max: number) {
  return paragraphs('Please enter text', { min: 0, max }).optional();
}

function ofLength(schema: z.ZodString, message: string, { min, max }: Required<Length>) {
  return schema.min(min, message).max(max, `Please use at most ${max} characters`);
}

/** An e-mail address, tidied and lower-cased (R-accounts-73). */
export function email(message = 'Invalid email address') {
  return tidy(message)
    .toLowerCase()
    .max(LIMITS.email, { error: message, abort: true })
    .superRefine((address, context) => {
      const fault = faultOfAddress(address, message);
      if (fault !== null) context.addIssue(fault);
    })
    .meta({ format: 'email' });
}

/** A phone number: digits only, ten at least (R-accounts-2), whatever people put between and before them (R-accounts-72). */
export function phone(tooShort = 'Phone number must be at least 10 digits') {
  return tidy(tooShort)
    .overwrite(readPhone)
    .min(10, tooShort)
    .regex(/^\d*$/, 'Please enter only numbers')
    .max(LIMITS.phone, `Phone number must be at most ${LIMITS.phone} digits`);
}

/** One of several forms of a value. What fits none has the fault of the last, which is the one that people fill in. */
export function either<const T extends readonly z.ZodType[]>(...forms: T) {
  return z.union(forms, {
    error: (issue) => (issue.code === 'invalid_union' ? issue.errors.at(-1)?.[0]?.message : undefined),
  });
}

/** A filter; an empty one is none. */
export function orNone<T extends z.ZodType>(choice: T) {
  return either(
    z.literal('').transform(() => undefined),
    choice,
  ).optional();
}

/** A value that is optional and may come as the empty text of a form's box. */
export function orEmpty<T extends z.ZodType>(schema: T) {
  return either(z.literal(''), schema).optional();
}

/** A value that may be taken away, by null or by the empty text of a form's box. */
export function orNull<T extends z.ZodType>(schema: T) {
  return either(
    z.literal('').transform(() => null),
    z.null(),
    schema,
  );
}

/**
 * A form that the API's document describes and the handler alone checks, because the fields it needs depend on what is
 * stored; so its faults are still told all at once.
 */
export function checkedByHandler<T extends z.ZodType>(form: T) {
  return z.union([z.looseObject({}), form]);
}

export const Website = tidy('Invalid website URL')
  .max(LIMITS.url, 'Invalid website URL')
  .refine((value) => isWebAddress(value) && !/[\s\p{Cc}]/u.test(value), 'Invalid website URL');

/** People that a company may have. */
export const MOST_EMPLOYEES = 10_000_000;

export const EmployeeCount = z
  .number({ error: 'Employee count must be at least 1' })
  .int('Employee count must be a whole number')
  .min(1, 'Employee count must be at least 1')
  .max(MOST_EMPLOYEES, 'Employee count must be at most 10,000,000');

/** A state: one of the 36 states and union territories, or '-' for all of them (R-companies-3). */
export const State = z.enum([ALL_STATES, ...STATES], { error: 'State is required' });

/** A state as requests name it: `ALL_INDIA` is read as '-'. */
export const StateChoice = tidy('State is required').transform(normalizeState).pipe(State);

/** A calendar day, from any ISO date or date-time: midnight UTC of the day that is written in it (R-api-9). */
export function calendarDay(missing = 'Invalid date format') {
  // Whatever compares days is not asked of a form that lacks one.
  return tidy(missing)
    .min(1, { error: missing, abort: true })
    .transform((value, context) => {
      const day = parseCalendarDay(value);
      if (day) return toIsoMidnight(day);
      context.addIssue('Invalid date format');
      return z.NEVER;
    });
}

/** A moment, from any ISO date-time: in UTC, to the millisecond. */
export function moment(message = 'Invalid date format') {
  return tidy(message).transform((value, context) => {
    const instant = parseMoment(value);
    if (instant) return instant.toString({ smallestUnit: 'millisecond' });
    context.addIssue(message);
    return z.NEVER;
  });
}

/** A calendar day as answers carry it. */
export const IsoDay = z.string().regex(/^\d{4}-\d{2}-\d{2}T00:00:00\.000Z$/);

/** Whether a text has no control character (C0, DEL, C1) and no line or paragraph separator. */
function isOneLine(value: string): boolean {
  return !/[\p{Cc}\u2028\u2029]/u.test(value);
}

/** Whether a text has none of them but `\n` and tabs. */
function isPrintable(value: string): boolean {
  return isOneLine(value.replace(/[\n\t]/g, ''));
}

/** Word processors and browsers break lines in seven ways. */
function unifyLineBreaks(value: string): string {
  return value.replace(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, '\n');
}
