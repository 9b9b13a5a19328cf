import { z } from 'zod';
import { PageNumber } from '../wire/primitives.ts';

/** The filter of contact messages or job postings: open, handled, or all (R-enquiries-12). */
export const EnquiryFilter = z.object({
  page: PageNumber,
  status: z.enum(['open', 'handled'], { error: 'Status must be open or handled' }).optional(),
});
export type EnquiryFilter = z.infer<typeof EnquiryFilter>;

export const EnquiryChange = z.object({ handled: z.boolean({ error: 'Handled must be true or false' }) });
