import { z } from 'zod';

/** A successful answer that carries `data` (R-api-2). */
export function success<T extends z.ZodType>(data: T) {
  return z.object({ status: z.literal('success'), message: z.string().optional(), data });
}

/** A successful answer with a message alone (R-api-2). */
export const Acknowledgement = z.object({ status: z.literal('success'), message: z.string() });

/** A fault in a file of rows: the row as a spreadsheet counts, the column by its name, what is expected there. */
const RowFault = z.object({ row: z.number().int(), column: z.string(), expected: z.string() });
export type RowFault = z.infer<typeof RowFault>;

/**
 * The faults of a rejected form by the payload's own field names; `/acts` answers a list of messages instead (R-api-3),
 * and an import those of the rows of its file (R-imports-8).
 */
const Faults = z.union([z.record(z.string(), z.string()), z.array(z.string()), z.array(RowFault)]);

export const Failure = z.object({ status: z.literal('error'), message: z.string(), errors: Faults.optional() });
export type Failure = z.infer<typeof Failure>;
