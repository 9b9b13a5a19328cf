import { z } from 'zod';
import { PageNumber } from './primitives.ts';

/** Which contact messages or job postings a list has: those that wait for somebody, those that are done, or all. */
export const EnquiryFilter = z.object({
  page: PageNumber,
  status: z.enum(['open', 'handled'], { error: 'Status must be open or handled' }).optional(),
});
export type EnquiryFilter = z.infer<typeof EnquiryFilter>;

export const EnquiryChange = z.object({ handled: z.boolean({ error: 'Handled must be true or false' }) });
