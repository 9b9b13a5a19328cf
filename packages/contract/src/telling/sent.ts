import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { success } from '../wire/envelope.ts';
import { Id, Instant } from '../wire/primitives.ts';

/** The ways by which something goes out; a notice is a mail that answers what somebody did, such as a code. */
const SENT_CHANNELS = ['mail', 'notice', 'push', 'webhook'] as const;

/** `waiting` includes what is tried again; `skipped` had nothing left to say, or nobody to say it to. */
const SENT_OUTCOMES = ['waiting', 'sent', 'skipped', 'refused', 'failed'] as const;

/** Something that went out, or was to (R-messages-14). */
export const Sent = z.object({
  _id: Id,
  channel: z.enum(SENT_CHANNELS),
  /** What it is, in words: "Daily digest", "Custom reminder". */
  what: z.string(),
  /** Its subject, once it was written. */
  subject: z.string().nullable(),
  /** The address that it went to. */
  to: z.string().nullable(),
  /** When it was sent, otherwise made. */
  at: Instant,
  outcome: z.enum(SENT_OUTCOMES),
  /** What became of it, in plain words. */
  words: z.string(),
  /** When it is due, or tried again, while it waits. */
  next: Instant.nullable(),
});
export type Sent = z.infer<typeof Sent>;

export const listSent = defineCall({
  id: 'listSent',
  method: 'GET',
  path: '/sent',
  noun: 'messages',
  summary: 'What went out to the caller about the company, or about several or none, newest first (100 at most)',
  access: 'messages.list-sent',
  answers: { 200: success(z.array(Sent)) },
});

/** How a way of sending stands (R-messages-16). */
export const SentQueue = z.object({
  channel: z.enum(SENT_CHANNELS),
  /** What is due or will be, and since when the oldest has been due; null while nothing is. */
  waiting: z.int(),
  oldest: Instant.nullable(),
  /** Of those, what was tried in vain. */
  failing: z.int(),
  /** What was refused, and what failed, within 30 days. */
  refused: z.int(),
  failed: z.int(),
});
export type SentQueue = z.infer<typeof SentQueue>;

/** Something that did not go out; its person by their id alone. */
export const SentFailure = Sent.pick({ _id: true, channel: true, what: true, at: true, outcome: true }).extend({
  userId: Id.nullable(),
  /** The answer that it got, as it came. */
  error: z.string(),
});
export type SentFailure = z.infer<typeof SentFailure>;

/** What the nightly check of stored files found (R-api-52). */
export const FileFault = z.object({
  /** The id of a file, or the name of what lies in the store. */
  file: z.string(),
  fault: z.enum(['unattached', 'missing', 'altered', 'unknown']),
  at: Instant,
});
export type FileFault = z.infer<typeof FileFault>;

/** Activity that was put in past the sealing, and that the nightly search for it sealed (R-activity-15). */
export const LateSeal = z.object({
  /** Null for somebody without a company. */
  company: Id.nullable(),
  /** The number of the seal, and how many events it has. */
  seal: z.int(),
  count: z.int(),
  at: Instant,
});
export type LateSeal = z.infer<typeof LateSeal>;

export const readSentQueues = defineCall({
  id: 'readSentQueues',
  method: 'GET',
  path: '/sent/queues',
  noun: 'messages',
  summary:
    'How sending stands, by channel, the last 100 failures, what is wrong with stored files, and what was sealed late',
  access: 'messages.read-queues',
  answers: {
    200: success(
      z.object({
        queues: z.array(SentQueue),
        /** Addresses of people that take no mail. */
        unreachable: z.int(),
        failures: z.array(SentFailure),
        /** What is wrong with stored files, by the last nightly check: 100 at most. */
        files: z.array(FileFault),
        /** What no round had sealed, newest first: 100 at most. */
        sealedLate: z.array(LateSeal),
      }),
    ),
  },
});
