import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { Acknowledgement, success } from '../wire/envelope.ts';
import { BoundedPagination, Id, Instant, LIMITS, PageNumber, pageSize, tidy } from '../wire/primitives.ts';

/** Webhooks of a company: the list goes out whole (R-webhooks-1). */
export const MAX_WEBHOOKS = 10;

/** What a webhook may be told of (R-webhooks-7). Of complaints there is nothing. */
export const WEBHOOK_EVENTS = [
  'status.recorded',
  'status.taken_back',
  'note.added',
  'check.waiting',
  'check.approved',
  'check.returned',
  'payment.recorded',
  'payment.deleted',
  'submission.recorded',
  'submission.deleted',
  'event.recorded',
  'duty.recorded',
  'assignment.changed',
  'registration.added',
  'registration.changed',
  'registration.removed',
  'obligation.added',
  'obligation.changed',
  'obligation.removed',
  'extension.published',
  'extension.taken_back',
  'member.joined',
  'member.changed',
  'member.left',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** What is sent when somebody asks for a test, whatever a webhook is for. */
export const TEST_EVENT = 'webhook.test';

const NO_EVENT = 'Please choose at least one event';

const Events = z
  .array(z.enum(WEBHOOK_EVENTS, { error: 'Unknown event' }), { error: NO_EVENT })
  .min(1, NO_EVENT)
  .max(100, 'Unknown event')
  .transform((events) => WEBHOOK_EVENTS.filter((event) => events.includes(event)));

/** An address by its text alone; the server also judges where it leads (R-webhooks-4). */
const Address = tidy('Please enter an address')
  .min(1, 'Please enter an address')
  .max(LIMITS.url, `Please use at most ${LIMITS.url} characters`)
  .transform((value, context) => {
    const fault = faultOf(value);
    if (fault === null) return withoutFragment(value);
    context.addIssue(fault);
    return z.NEVER;
  });

function faultOf(value: string): string | null {
  const url = /[\s\p{Cc}]/u.test(value) ? null : URL.parse(value);
  if (url?.protocol !== 'https:') return 'Please enter an address that begins with https://';
  if (url.port !== '') return 'Please use the usual port of https, 443, and leave the number out';
  return url.username || url.password ? 'Please leave name and password out of the address' : null;
}

function withoutFragment(value: string): string {
  const url = new URL(value);
  url.hash = '';
  return url.href;
}

export const NewWebhook = z.object({ address: Address, events: Events });
export type NewWebhook = z.infer<typeof NewWebhook>;

/** What is left out stays. `on` switches on again what was switched off, or off by hand. */
export const WebhookChanges = NewWebhook.partial().extend({ on: z.boolean({ error: 'Invalid choice' }).optional() });
export type WebhookChanges = z.infer<typeof WebhookChanges>;

export const Webhook = z.object({
  _id: Id,
  address: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  /** Since when and why it is off: by hand, or because it failed for long (R-webhooks-11); null while it is on. */
  off: z.object({ at: Instant, why: z.enum(['hand', 'failures']) }).nullable(),
  /** Calls that failed one after the other, and since when; none after one that went well. */
  failures: z.number().int(),
  failingSince: Instant.nullable(),
  /** Calls that wait. */
  waiting: z.number().int(),
  /** Who answers for it: who made it, else the owner; a user's id. */
  madeBy: Id,
  /** Until when the former secret signs as well; null unless it was changed within a day. */
  formerSecretUntil: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Webhook = z.infer<typeof Webhook>;

/** A webhook with its secret, which is told this once. */
export const WebhookWithSecret = Webhook.extend({ secret: z.string() });
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

/** Why a call had no answer: the address isn't public, it has no such name, no time, no certificate, no connection. */
export const CALL_FAULTS = ['address', 'name', 'time', 'certificate', 'connection'] as const;

/** One delivery: the tries of telling a webhook one event. */
export const WebhookCall = z.object({
  _id: Id,
  event: z.enum([...WEBHOOK_EVENTS, TEST_EVENT]),
  happenedAt: Instant,
  state: z.enum(['waiting', 'delivered', 'failed']),
  tries: z.number().int(),
  /** When it is tried next; null for at once, and for what isn't tried any more. */
  nextAt: Instant.nullable(),
  /** When it was tried last, and what came of that: the status, or why there is none. */
  triedAt: Instant.nullable(),
  status: z.number().int().nullable(),
  fault: z.enum(CALL_FAULTS).nullable(),
  /** Milliseconds that the last try took. */
  ms: z.number().int().nullable(),
  /** The first 1 KB of the answer to it. */
  answer: z.string().nullable(),
});
export type WebhookCall = z.infer<typeof WebhookCall>;

const params = z.object({ id: Id });

export const listWebhooks = defineCall({
  id: 'listWebhooks',
  method: 'GET',
  path: '/webhooks',
  noun: 'webhooks',
  summary: "The company's webhooks, the oldest first",
  access: 'webhooks.list',
  answers: { 200: success(z.array(Webhook)) },
});

export const createWebhook = defineCall({
  id: 'createWebhook',
  method: 'POST',
  path: '/webhooks',
  noun: 'webhooks',
  summary: 'Add a webhook; its secret is told this once',
  access: 'webhooks.manage',
  fresh: 'always',
  body: NewWebhook,
  answers: { 201: success(WebhookWithSecret) },
});

export const updateWebhook = defineCall({
  id: 'updateWebhook',
  method: 'PATCH',
  path: '/webhooks/:id',
  noun: 'webhooks',
  summary: 'Change a webhook, or switch it off and on',
  access: 'webhooks.manage',
  fresh: 'for-some-inputs',
  params,
  body: WebhookChanges,
  answers: { 200: success(Webhook) },
});

export const renewWebhookSecret = defineCall({
  id: 'renewWebhookSecret',
  method: 'POST',
  path: '/webhooks/:id/secret',
  noun: 'webhooks',
  summary: 'Change the secret of a webhook; for a day the former one signs as well',
  access: 'webhooks.manage',
  fresh: 'always',
  params,
  answers: { 201: success(WebhookWithSecret) },
});

export const deleteWebhook = defineCall({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/webhooks/:id',
  noun: 'webhooks',
  summary: 'Delete a webhook with its calls',
  access: 'webhooks.manage',
  params,
  answers: { 200: Acknowledgement },
});

export const listWebhookCalls = defineCall({
  id: 'listWebhookCalls',
  method: 'GET',
  path: '/webhooks/:id/calls',
  noun: 'webhooks',
  summary: 'One page of the calls of a webhook of the last 30 days, newest first',
  access: 'webhooks.list',
  params,
  query: z.object({ page: PageNumber, limit: pageSize(20) }),
  answers: { 200: z.object({ ...success(z.array(WebhookCall)).shape, pagination: BoundedPagination }) },
});

export const testWebhook = defineCall({
  id: 'testWebhook',
  method: 'POST',
  path: '/webhooks/:id/test',
  noun: 'webhooks',
  summary: 'Call a webhook with a test; the outcome is in its calls',
  access: 'webhooks.manage',
  params,
  answers: { 201: success(WebhookCall) },
});

export const resendWebhookCall = defineCall({
  id: 'resendWebhookCall',
  method: 'POST',
  path: '/webhooks/calls/:id/resend',
  noun: 'webhooks',
  summary: 'Make a call again at once, whatever came of it',
  access: 'webhooks.manage',
  params,
  answers: { 200: success(WebhookCall) },
});
