import { toPaise } from '@anupalan/domain/money';
import { readWrittenAmount } from '@anupalan/domain/written/amount';
import { z } from 'zod';

const NO_AMOUNT = 'Please enter a valid amount';

/**
 * Rupees of a payment that was made: above 0, at most two decimals (R-records-8). Calls take numbers; a text gets the
 * fault of what was written, which forms show.
 */
export const Amount = z
  .number({ error: ({ input }) => (typeof input === 'string' ? faultOfWritten(input) : NO_AMOUNT) })
  .refine((rupees) => (toPaise(rupees) ?? 0) > 0, NO_AMOUNT);

/** The rupees of an amount as people write it (`₹ 1,23,456/-`); the text itself where it is none, for {@link Amount}. */
export function readAmount(written: string): number | string {
  const read = readWrittenAmount(written);
  return 'rupees' in read ? read.rupees : written;
}

/** Why a text is no amount: the sign in it is named (R-records-8). */
export function faultOfWritten(written: string): string {
  const read = readWrittenAmount(written);
  return 'fault' in read && read.fault === 'sign' ? `Please enter the amount without ${read.sign}` : NO_AMOUNT;
}
