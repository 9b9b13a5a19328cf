import { EARLIEST_HOUR, LATEST_HOUR } from '@anupalan/domain/telling/preferences';
import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { Acknowledgement, success } from '../wire/envelope.ts';
import { Instant } from '../wire/primitives.ts';

const HOUR = `Choose an hour from ${EARLIEST_HOUR} to ${LATEST_HOUR}`;
const KIND = 'Choose whether this is sent';

/** What somebody is told, and at what hour in India (R-messages-1). */
export const Preferences = z.object({
  hour: z.int(HOUR).min(EARLIEST_HOUR, HOUR).max(LATEST_HOUR, HOUR),
  kinds: z.object(
    { digest: z.boolean(KIND), monday: z.boolean(KIND), custom: z.boolean(KIND), escalation: z.boolean(KIND) },
    'Choose what is sent',
  ),
});
export type Preferences = z.infer<typeof Preferences>;

/** A person's preferences as they hold in the company of the call (R-messages-2). */
export const OwnPreferences = Preferences.extend({
  /** Whether the person chose anything; otherwise all is the company's. */
  chosen: z.boolean(),
  /** The address that mail goes to, and since when it refuses it; null while it takes it (R-messages-12). */
  email: z.string(),
  notReachableSince: Instant.nullable(),
});
export type OwnPreferences = z.infer<typeof OwnPreferences>;

export const readPreferences = defineCall({
  method: 'GET',
  path: '/notifications/preferences',
  noun: 'messages',
  summary: 'What the caller is told, at what hour, and whether their address takes mail',
  access: 'messages.read-own',
  answers: { 200: success(OwnPreferences) },
});

export const changePreferences = defineCall({
  method: 'PUT',
  path: '/notifications/preferences',
  noun: 'messages',
  summary: 'Choose what the caller is told, in all their companies',
  access: 'messages.change-own',
  body: Preferences,
  answers: { 200: success(OwnPreferences) },
});

export const leavePreferences = defineCall({
  method: 'DELETE',
  path: '/notifications/preferences',
  noun: 'messages',
  summary: 'Leave what the caller is told to their companies',
  access: 'messages.change-own',
  answers: { 200: success(OwnPreferences) },
});

export const tryAddressAgain = defineCall({
  method: 'POST',
  path: '/notifications/address/try-again',
  noun: 'messages',
  summary: "Send mail to the caller's address again, which refused it, beginning with one that says so",
  access: 'messages.change-own',
  answers: { 200: Acknowledgement },
});

export const readCompanyDefaults = defineCall({
  method: 'GET',
  path: '/notifications/company-defaults',
  noun: 'messages',
  summary: 'What the people of the company are told who chose nothing',
  access: 'messages.read-defaults',
  answers: { 200: success(Preferences) },
});

export const changeCompanyDefaults = defineCall({
  method: 'PUT',
  path: '/notifications/company-defaults',
  noun: 'messages',
  summary: 'Choose what the people of the company are told who chose nothing',
  access: 'messages.change-defaults',
  body: Preferences,
  answers: { 200: success(Preferences) },
});
