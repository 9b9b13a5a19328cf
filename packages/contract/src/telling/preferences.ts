import { EARLIEST_HOUR, LATEST_HOUR } from '@anupalan/domain/telling/preferences';
import { z } from 'zod';
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
