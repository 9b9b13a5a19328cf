import { z } from 'zod';
import { calendarDay, IsoDay, LIMITS, optionalText, orNone } from '../wire/primitives.ts';
import { Amount } from './amount.ts';

/** What was filed, as a record of a status says it (R-filing-runs-4): rupees, and days as everywhere. */
export const Filing = z.object({
  /** The number that the authority gave: of a challan, a return, an acknowledgement. */
  number: z.string().optional(),
  filedOn: IsoDay.optional(),
  amount: z.number().optional(),
  paidOn: IsoDay.optional(),
  /** Whether there was nothing to pay or to report, and that was filed. */
  nil: z.literal(true).optional(),
  /** Whether its author said so by a link in a mail (R-filing-links-3). */
  byMailLink: z.literal(true).optional(),
});
export type Filing = z.infer<typeof Filing>;

/** The same as it is sent; what is empty isn't said. */
export const filingInput = {
  number: optionalText(LIMITS.name),
  filedOn: orNone(calendarDay()),
  amount: orNone(Amount),
  paidOn: orNone(calendarDay()),
  nil: z.boolean().optional(),
};

/** What a record has stored of its filing; what no call writes counts for nothing, so that the record can be read (R-api-61). */
export function storedFiling(stored: unknown): Filing | null {
  return Filing.nullable().safeParse(stored).data ?? null;
}
