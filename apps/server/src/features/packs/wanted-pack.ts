import { z } from 'zod';

/** A pack as it was asked for: ISO days, ids of acts, and words of an authority's name. */
export const WantedPack = z.object({
  from: z.string(),
  to: z.string(),
  acts: z.array(z.string()).nullable(),
  authority: z.string().nullable(),
});
export type WantedPack = z.infer<typeof WantedPack>;
