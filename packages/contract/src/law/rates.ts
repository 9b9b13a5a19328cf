import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { success } from '../wire/envelope.ts';
import { calendarDay, IsoDay, StateChoice } from '../wire/primitives.ts';
import { Rupees } from './rupees.ts';
import { Sourced } from './sources.ts';
import { RatePeriod, WelfareRate, WelfareReach } from './welfare-rate.ts';

const Validity = z.object({
  /** Null where it isn't known since when it holds, or where nothing does. */
  validFrom: IsoDay.nullable(),
  validUntil: IsoDay.nullable(),
  lastChecked: IsoDay.nullable(),
});

const Gender = z.enum(['male', 'female'], { error: 'Gender must be male or female' });

/** Professional tax of one period on a day (R-law-4); without a rate that is known all is null but the message. */
export const ProfessionalTaxOnDay = Sourced.partial().extend({
  state: z.string(),
  /** Rupees of the period; null too where men and women pay differently and no gender was given. */
  tax: z.number().nullable(),
  /** Rupees of each, where no gender was given. */
  men: z.number().nullable().optional(),
  women: z.number().nullable().optional(),
  period: RatePeriod.nullable(),
  /** Who pays at all, where the income alone doesn't say. */
  condition: z.string().nullable(),
  ...Validity.shape,
});
export type ProfessionalTaxOnDay = z.infer<typeof ProfessionalTaxOnDay>;

/** A contribution to a welfare fund on a day (R-law-5). */
export const WelfareFundOnDay = Sourced.extend({
  fund: z.string(),
  ...WelfareRate.shape,
  ...WelfareReach.shape,
  ...Validity.shape,
});
export type WelfareFundOnDay = z.infer<typeof WelfareFundOnDay>;

const OnDay = z.object({ state: StateChoice, on: calendarDay('Please say for which day') });

export const readProfessionalTax = defineCall({
  id: 'readProfessionalTax',
  method: 'GET',
  path: '/rates/professional-tax',
  noun: 'law',
  summary:
    "Professional tax of a state on a day, for an income of the state's own period; `message` says what to doubt",
  access: 'public',
  query: OnDay.extend({ salary: Rupees, gender: Gender.optional() }),
  answers: { 200: success(ProfessionalTaxOnDay) },
});

export const readWelfareFund = defineCall({
  id: 'readWelfareFund',
  method: 'GET',
  path: '/rates/welfare-fund',
  noun: 'law',
  summary: 'Contributions to the labour welfare funds of a state on a day; none are known for some states',
  access: 'public',
  query: OnDay,
  answers: { 200: success(z.object({ state: z.string(), funds: z.array(WelfareFundOnDay) })) },
});
