import { COUNTED_AFTER_PAYMENT, COUNTED_FROM } from '@anupalan/domain/late-cost/rule';
import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { success } from '../wire/envelope.ts';
import { calendarDay, Id, IsoDay, tidy } from '../wire/primitives.ts';
import { Rupees } from './rupees.ts';
import { Sourced } from './sources.ts';

/** What one rule makes of a delay (R-law-6). */
const LateCostLine = Sourced.extend({
  key: z.string(),
  title: z.string(),
  kind: z.enum(['percent-per-year', 'percent-per-month', 'rupees-per-day', 'bands-percent', 'bands-rupees', 'range']),
  /** The data's percent, of bands that of the band reached; of `rupees-per-day` the rupees; null where there is none. */
  rate: z.number().nullable(),
  /** From what it counts: the due day, or one that `countedFrom` of the query names. */
  countedFrom: z.enum(COUNTED_FROM),
  /** Rupees; null where nobody can compute them: a fine between two amounts, a start or a rate that isn't known. */
  amount: z.number().nullable(),
  /** How it is counted, or its limits. */
  words: z.string(),
  /** Whether the rate, or the way of counting, isn't sure. */
  estimate: z.boolean(),
});
export type LateCostLine = z.infer<typeof LateCostLine>;

/** What a delay costs; `total` is null where no line has an amount (R-law-6). */
export const LateCostAnswer = z.object({
  lines: z.array(LateCostLine),
  total: z.number().nullable(),
  /** Why there is no line, or what the total leaves out. */
  message: z.string().optional(),
  /** What it would cost to pay that many days after the due day (R-law-9). */
  byDay: z.array(z.object({ days: z.number().int(), paidOn: IsoDay, total: z.number().nullable() })),
});
export type LateCostAnswer = z.infer<typeof LateCostAnswer>;

export const readLateCost = defineCall({
  id: 'readLateCost',
  method: 'GET',
  path: '/late-cost',
  noun: 'law',
  summary: 'What a late payment or filing costs, rule by rule; exactly one of itemId, dutyId and ruleKey',
  access: 'late-cost.read',
  query: z
    .object({
      itemId: Id.optional(),
      /** A duty of an event. */
      dutyId: Id.optional(),
      ruleKey: tidy('No such rule').max(100, 'No such rule').optional(),
      amount: Rupees,
      dueOn: calendarDay('Please say when it was due'),
      paidOn: calendarDay('Please say when it was or will be paid'),
      /** When tax was deducted, or a sum became payable; for rules that count from there. */
      countedFrom: calendarDay().optional(),
    })
    .refine(
      ({ itemId, dutyId, ruleKey }) => [itemId, dutyId, ruleKey].filter((one) => one !== undefined).length === 1,
      {
        error: 'Please name the obligation, the duty or the rule, and only one of them',
        path: ['itemId'],
      },
    )
    .refine(({ countedFrom, paidOn }) => countedFrom === undefined || countedFrom <= paidOn, {
      error: COUNTED_AFTER_PAYMENT,
      path: ['countedFrom'],
    }),
  answers: { 200: success(LateCostAnswer) },
});
