import { MAX_RUPEES, toPaise } from '@anupalan/domain/money';
import { z } from 'zod';
import { tidy } from '../wire/primitives.ts';

/** Rupees of a query: 0 or more, at most two decimals, written in digits (R-law-8). */
export const Rupees = tidy('Please enter an amount in rupees')
  .regex(/^\d{1,20}(\.\d{1,20})?$/, 'Please enter an amount in rupees, such as 25000 or 25000.50')
  .transform((text, context) => {
    const rupees = Number(text);
    if (rupees > MAX_RUPEES) context.addIssue('Please enter an amount below ₹1,000 crore');
    else if (toPaise(rupees) === null || /\.\d\d0*[1-9]/.test(text)) {
      context.addIssue('Please enter an amount with at most two decimals');
    } else return rupees;
    return z.NEVER;
  });
