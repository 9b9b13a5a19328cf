import type { JsonObject, JsonValue } from './canonical-json.ts';
import type { SourceRow } from './source-rows.ts';

/** What deletes or changes contents of another event. */
export interface Removal {
  /** Of which source that event is. */
  readonly source: string;
  /** The content that is changed, whose new value the removing event has under the same name; null: all are deleted. */
  readonly field: string | null;
}

/** The kinds of activity that remove contents (docs/topics/proof.md). */
const REMOVALS: Readonly<Record<string, Removal>> = {
  'status-history.change-note': { source: 'status', field: 'note' },
  'status-history.delete-note': { source: 'status', field: null },
  'payment-dates.delete': { source: 'payment', field: null },
  'submission-dates.delete': { source: 'submission', field: null },
  'evidence.describe': { source: 'evidence', field: 'document' },
};

/** The kinds of activity that remove contents. */
export const REMOVING_KINDS = Object.keys(REMOVALS);

/** What an event of a kind removes; undefined where that is nothing. */
export function removalOf(what: JsonValue | undefined): Removal | undefined {
  return typeof what === 'string' && Object.hasOwn(REMOVALS, what) ? REMOVALS[what] : undefined;
}

/** The record or the file that an activity is about; null where it is about none. */
export function thingOf(about: JsonValue | undefined): string | null {
  const { recordId, evidenceId } = isObject(about) ? about : {};
  const id = recordId ?? evidenceId;
  return typeof id === 'string' ? id : null;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Whether an event of a kind removes a content of another event of the same thing. What a change says stands in the event
 * of that change, until it is changed again or deleted.
 */
export function removes(removal: Removal, { source, content }: Pick<SourceRow, 'source' | 'content'>, field: string) {
  const change = source === 'activity' ? removalOf(content.what) : undefined;
  if (change) return change.source === removal.source && change.field === field;
  return source === removal.source && (removal.field === null || removal.field === field);
}
