import { z } from 'zod';

/** How sure something of the law is: two sources or the law's text, one source, or a weak one (R-law-1). */
export const Confidence = z.enum(['high', 'medium', 'low']);
export type Confidence = z.infer<typeof Confidence>;

/** Where something comes from, which everything that the law says carries (R-law-1). */
export const Sourced = z.object({
  legalBasis: z.string(),
  /** Pages with their addresses in brackets, separated by `; `. */
  source: z.string(),
  confidence: Confidence,
  notes: z.string(),
});
