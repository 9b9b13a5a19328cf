import { z } from 'zod';
import { asItComes, Id, Instant } from '../wire/primitives.ts';

/** The kinds of files that a job makes: a long table, an inspection pack, all of a company. */
export const PREPARED_KINDS = ['export', 'pack', 'company'] as const;
export type PreparedKind = (typeof PREPARED_KINDS)[number];

const PREPARED_STATES = ['waiting', 'making', 'ready', 'failed'] as const;

/** A file that a job makes, is making or has made (R-exports-5). */
export const PreparedFile = z.object({
  _id: Id,
  kind: z.enum(PREPARED_KINDS),
  /** The name that it is saved under. */
  name: z.string(),
  state: z.enum(PREPARED_STATES),
  /** Who asked for it. */
  askedBy: Id,
  askedAt: Instant,
  /** How much of it is made; `of` is null before that is known. */
  progress: z.object({ done: z.int(), of: z.int().nullable() }),
  /** Why it failed, in words. */
  fault: z.string().nullable(),
  /** Bytes, once it is ready. */
  size: z.int().nullable(),
  endedAt: Instant.nullable(),
  /** Until when it can be fetched. */
  until: Instant.nullable(),
});
export type PreparedFile = z.infer<typeof PreparedFile>;

/** The address of a file that can be fetched once, to be opened by a browser as it is (R-exports-6). */
export const FileAddress = z.object({
  address: z.url(),
  /** Until when fetching has to begin. */
  until: Instant,
});

/** The token of such an address. */
export const FileToken = z.object({ token: asItComes('Not found').max(100) });
