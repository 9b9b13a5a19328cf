import { RATE_PERIODS } from '@anupalan/domain/parameters/professional-tax';
import { z } from 'zod';

export const RatePeriod = z.enum(RATE_PERIODS);

/** What a welfare fund takes for one employee (R-law-5). */
export const WelfareRate = z.object({
  /** Rupees for one employee; null where they go by wages. */
  employee: z.number().nullable(),
  employer: z.number().nullable(),
  employeeRatePercent: z.number().nullable(),
  employeeCap: z.number().nullable(),
  employerTimesEmployee: z.number().nullable(),
  employerCap: z.number().nullable(),
  employerMinimum: z.number().nullable(),
  /** The period that the shares are of, and how often they are paid. */
  ratePeriod: RatePeriod,
  paid: RatePeriod,
});

/** Whom a welfare fund is for. */
export const WelfareReach = z.object({
  minEmployees: z.number(),
  /** Rupees of a month. */
  wageLimit: z.number().nullable(),
  excluded: z.string(),
});
