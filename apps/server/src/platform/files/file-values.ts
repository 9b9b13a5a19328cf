import { parseCalendarDay } from '@anupalan/domain/calendar-day';
import { z } from 'zod';
import { cleanRichText } from './rich-text.ts';

/** Values in files that people write by hand: texts, keys, days, sources. */
export const Text = z
  .string()
  .trim()
  .regex(/^\P{Cc}*$/u, 'must not have control characters');
export const Line = Text.min(1, 'must not be empty').max(500);
export const Key = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens');
export const Day = z.iso
  .date('must be a day such as 2026-11-20')
  .refine((day) => parseCalendarDay(day) !== null, 'must be a day such as 2026-11-20');
export const MonthDay = z
  .string()
  .refine((day) => parseCalendarDay(`2028-${day}`) !== null, 'must be a month and a day such as 04-07');
export const Headcount = z.number().int().min(0).max(10_000_000);
export const RichText = Text.max(50_000).refine(
  (html) => cleanRichText(html) === html,
  'may only have p, strong, em, ul, ol, li and br, without attributes',
);
export const Confidence = z.enum(['high', 'medium', 'low']);
export const Source = Text.min(1, 'must not be empty').max(2_000);
