import { toPaise } from '@anupalan/domain/money';
import { z } from 'zod';

/** Rupees of a payment that was made: above 0, at most two decimals (R-records-8). */
export const Amount = z
  .number({ error: 'Please enter a valid amount' })
  .refine((rupees) => (toPaise(rupees) ?? 0) > 0, 'Please enter a valid amount');
