import { CHOSEN_KINDS } from '@anupalan/domain/telling/preferences';
import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { success } from '../wire/envelope.ts';
import { asItComes } from '../wire/primitives.ts';

/** A text that is no token says so like a token that isn't ours. */
export const NOT_VALID = 'This link is not valid. Sign in and choose under Mail and reminders.';

/** The token of the mailed link, `/unsubscribe#<token>` (R-messages-10). */
const UnsubscribeToken = asItComes(NOT_VALID).min(1, NOT_VALID).max(200, NOT_VALID);

const withToken = z.object({ token: UnsubscribeToken });

/** The form by which mail programs say that a person pressed their button; whoever merely calls an address sends none. */
const OneClick = withToken.partial().extend({ 'List-Unsubscribe': z.literal('One-Click').optional() });

/** What a link is about, and whether its person is told that now. */
const Subscription = z.object({ kind: z.enum(CHOSEN_KINDS), on: z.boolean() });

export const previewUnsubscribe = defineCall({
  id: 'previewUnsubscribe',
  method: 'POST',
  path: '/mail/unsubscribe/preview',
  noun: 'messages',
  summary: 'What an unsubscribe link would switch off; nothing changes',
  access: 'public',
  body: withToken,
  answers: { 200: success(Subscription) },
});

export const unsubscribe = defineCall({
  id: 'unsubscribe',
  method: 'POST',
  path: '/mail/unsubscribe',
  noun: 'messages',
  summary:
    'Switch off what an unsubscribe link is about: by `token` in JSON, or in the address with the form of RFC 8058',
  access: 'public',
  query: withToken.partial(),
  body: OneClick.nullish(),
  answers: { 200: success(Subscription) },
});

export const subscribeAgain = defineCall({
  id: 'subscribeAgain',
  method: 'POST',
  path: '/mail/unsubscribe/undo',
  noun: 'messages',
  summary: 'Switch on again what an unsubscribe link switched off',
  access: 'public',
  body: withToken,
  answers: { 200: success(Subscription) },
});
