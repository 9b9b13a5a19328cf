import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { success } from '../wire/envelope.ts';
import { calendarDay, Instant, orNone, PageNumber, Pagination, pageSize } from '../wire/primitives.ts';

/** SHA-256 as hexadecimal digits. */
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A seal of a company's activity (R-activity-9). */
export const Seal = z.object({
  number: z.number().int(),
  /** When it was made. */
  at: Instant,
  /** How many events it has. */
  count: z.number().int(),
  /** Its hash, which stands for everything that was sealed until then. */
  head: Sha256,
  /** The head of the seal before it; null of the first. */
  previous: Sha256.nullable(),
  /** The root of the Merkle tree of its events. */
  root: Sha256,
  /** Ed25519, as base64. */
  signature: z.base64(),
});
export type Seal = z.infer<typeof Seal>;

export const listSeals = defineCall({
  id: 'listSeals',
  method: 'GET',
  path: '/activity/seals',
  noun: 'activity',
  summary: 'One page of the seals of the company’s activity, newest first, with the head that each had',
  access: 'activity.read',
  query: z.object({ page: PageNumber, limit: pageSize(50) }),
  answers: { 200: z.object({ ...success(z.array(Seal)).shape, pagination: Pagination }) },
});

export const readSeal = defineCall({
  id: 'readSeal',
  method: 'GET',
  path: '/activity/seals/:number',
  noun: 'activity',
  summary: 'One seal of the company’s activity',
  access: 'activity.read',
  params: z.object({
    number: z.coerce
      .number({ error: 'Seal not found' })
      .int()
      .min(1)
      .max(2 ** 31 - 1),
  }),
  answers: { 200: success(Seal) },
});

export const fetchActivityFile = defineCall({
  id: 'fetchActivityFile',
  method: 'GET',
  path: '/activity/file',
  noun: 'activity',
  summary: 'What is sealed of the company’s activity with its proofs, as JSON lines that `npm run verify` reads',
  access: 'activity.read',
  media: ['application/x-ndjson'],
  query: z.object({
    /** The first and the last day that it is about, of what is about no day on which it was done. */
    from: orNone(calendarDay()),
    to: orNone(calendarDay()),
  }),
  answers: { 200: z.string() },
});

/** The public half of the key that seals, packs and files of activity are signed with. */
export const ProofKey = z.object({
  /** Base64 of its SPKI form. */
  publicKey: z.base64(),
  /** SHA-256 of the bytes of that form. */
  fingerprint: Sha256,
});

export type ProofKey = z.infer<typeof ProofKey>;

export const readProofKey = defineCall({
  id: 'readProofKey',
  method: 'GET',
  path: '/proof/key',
  noun: 'activity',
  summary: 'The public key of this installation, by which anybody verifies what it sealed',
  access: 'public',
  answers: { 200: success(ProofKey) },
});
