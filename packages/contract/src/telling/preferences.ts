import { CHOSEN_KINDS, EARLIEST_HOUR, LATEST_HOUR } from '@anupalan/domain/telling/preferences';
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

/** What a person chooses anew; what isn't named stays as it is, chosen or left to the companies (R-messages-2). */
export const ChangedPreferences = z.object({
  hour: Preferences.shape.hour.optional(),
  kinds: Preferences.shape.kinds.partial().optional(),
});
export type ChangedPreferences = z.infer<typeof ChangedPreferences>;

/** A person's preferences as they hold in the company of the call (R-messages-2). */
export const OwnPreferences = Preferences.extend({
  /** What the person chose; all else is the company's. */
  chosen: z.array(z.enum(['hour', ...CHOSEN_KINDS])),
  /** The kinds that somebody with their roles may get at all. */
  offered: z.array(z.enum(CHOSEN_KINDS)),
  /** The address that mail goes to, and since when it refuses it; null while it takes it (R-messages-12). */
  email: z.string(),
  notReachableSince: Instant.nullable(),
});
export type OwnPreferences = z.infer<typeof OwnPreferences>;

export const readPreferences = defineCall({
  id: 'readPreferences',
  method: 'GET',
  path: '/notifications/preferences',
  noun: 'messages',
  summary: 'What the caller is told, at what hour, and whether their address takes mail',
  access: 'messages.read-own',
  answers: { 200: success(OwnPreferences) },
});

export const changePreferences = defineCall({
  id: 'changePreferences',
  method: 'PUT',
  path: '/notifications/preferences',
  noun: 'messages',
  summary: 'Choose what the caller is told, in all their companies; what is not named stays as it is',
  access: 'messages.change-own',
  body: ChangedPreferences,
  answers: { 200: success(OwnPreferences) },
});

export const leavePreferences = defineCall({
  id: 'leavePreferences',
  method: 'DELETE',
  path: '/notifications/preferences',
  noun: 'messages',
  summary: 'Leave what the caller is told to their companies',
  access: 'messages.change-own',
  answers: { 200: success(OwnPreferences) },
});

export const tryAddressAgain = defineCall({
  id: 'tryAddressAgain',
  method: 'POST',
  path: '/notifications/address/try-again',
  noun: 'messages',
  summary: "Send mail to the caller's address again, which refused it, beginning with one that says so",
  access: 'messages.change-own',
  answers: { 200: Acknowledgement },
});

export const readCompanyDefaults = defineCall({
  id: 'readCompanyDefaults',
  method: 'GET',
  path: '/notifications/company-defaults',
  noun: 'messages',
  summary: 'What the people of the company are told who chose nothing',
  access: 'messages.read-defaults',
  answers: { 200: success(Preferences) },
});

export const changeCompanyDefaults = defineCall({
  id: 'changeCompanyDefaults',
  method: 'PUT',
  path: '/notifications/company-defaults',
  noun: 'messages',
  summary: 'Choose what the people of the company are told who chose nothing',
  access: 'messages.change-defaults',
  body: Preferences,
  answers: { 200: success(Preferences) },
});
