import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { success } from '../wire/envelope.ts';

/** Room for files that is nearly used up (R-evidence-26). */
export const EvidenceRoom = z.object({
  /** Bytes that are kept, staged and removed files included. */
  used: z.number().int(),
  /** Bytes that may be kept. */
  most: z.number().int(),
  /** Whether it is that of all companies that one person pays for. */
  isShared: z.boolean(),
});
export type EvidenceRoom = z.infer<typeof EvidenceRoom>;

export const readEvidenceRoom = defineCall({
  id: 'readEvidenceRoom',
  method: 'GET',
  path: '/evidence/room',
  noun: 'evidence',
  summary: 'The room for files, once four fifths of it are used; null before',
  access: 'evidence.add',
  answers: { 200: success(EvidenceRoom.nullable()) },
});
