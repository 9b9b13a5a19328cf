import { z } from 'zod';
import { IsoDay } from '../wire/primitives.ts';

/**
 * The provenance of a shipped item: its sources and how sure it is; null for items that an administrator wrote
 * (R-tracker-30).
 */
export const Provenance = z.object({
  source: z.string(),
  confidence: z.enum(['high', 'medium', 'low']),
  notes: z.string(),
  checkedOn: IsoDay,
});
export type Provenance = z.infer<typeof Provenance>;
