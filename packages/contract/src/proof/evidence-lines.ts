import { z } from 'zod';
import { Id, IsoDay } from '../wire/primitives.ts';
import { EVIDENCE_TYPES } from './evidence-files.ts';

/** A file as it stands beside what it belongs to (R-evidence-24). */
export const EvidenceLine = z.object({
  _id: Id,
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** Lower-case hex. */
  sha256: z.string(),
  type: z.enum(EVIDENCE_TYPES),
  documentDay: IsoDay.nullable(),
  removed: z.literal(true).optional(),
  /** Whether a revision took its place. */
  replaced: z.literal(true).optional(),
});
export type EvidenceLine = z.infer<typeof EvidenceLine>;
