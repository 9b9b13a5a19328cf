import type { Transaction } from 'kysely';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { type ActivityAuthor, recordActivity } from '../activity/commands.ts';
import type { EventRow } from './present.ts';

interface Done {
  readonly what:
    | 'events.create'
    | 'events.update'
    | 'events.close'
    | 'events.reopen'
    | 'events.decide'
    | 'events.record'
    | 'events.approve'
    | 'events.return'
    | 'events.take-back'
    | 'events.wait-again';
  /** What was changed of it, or the duty that it was about. */
  readonly fields?: readonly string[];
}

/**
 * Tells the company's activity what was done with an event. Of a restricted one it says that and nothing else: neither
 * its kind nor its label, nor what was done (R-events-21).
 */
export async function recordEventActivity(
  trx: Transaction<DB>,
  by: ActivityAuthor,
  { label, definition }: Pick<EventRow, 'label' | 'definition'>,
  { what, fields }: Done,
): Promise<void> {
  if (definition.visibility === 'named') {
    await recordActivity(trx, by, { what: 'events.restricted' });
    return;
  }
  const about = { name: label, kind: shorten(definition.name), ...(fields && { fields: fields.map(shorten) }) };
  await recordActivity(trx, by, { what, about });
}

/** Short words of the activity have 200 characters at most. */
function shorten(text: string): string {
  return text.slice(0, 200);
}
