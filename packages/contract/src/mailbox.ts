import { z } from 'zod';
import { defineCall } from './wire/call.ts';
import { success } from './wire/envelope.ts';
import { Id, Instant, tidy } from './wire/primitives.ts';

/** The file that goes with a mail. */
export const MailAttachment = z.object({ name: z.string(), mediaType: z.string(), base64: z.string() });

export const Mail = z.object({
  _id: Id,
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  sentAt: Instant,
  attachment: MailAttachment.optional(),
});
export type Mail = z.infer<typeof Mail>;

export const listMailbox = defineCall({
  id: 'listMailbox',
  method: 'GET',
  path: '/mailbox',
  noun: 'mailbox',
  summary: 'Mail kept on this machine, newest first; only in local mode and for loopback callers',
  access: 'public',
  query: z.object({ to: tidy('Please name one recipient').toLowerCase().optional() }),
  answers: { 200: success(z.array(Mail)) },
});
