import { ReturnedRecord, WaitingRecord } from '@anupalan/contract/people/checks';
import { sql } from 'kysely';
import { z } from 'zod';
import { readInstant } from '../../../platform/postgres/prepared-statement.ts';

/**
 * What a row `checked` of `checks` says as long as it waits or came back, as SQL: kept by whatever it is about, and read
 * again by {@link SaidRecord}.
 */
export const SAID = sql`case when outcome is null or outcome = 'returned' then jsonb_strip_nulls(jsonb_build_object(
  '_id', checked.id, 'status', checked.status, 'note', checked.note, 'updatedBy', author_id,
  'createdAt', made_at::text, 'reason', decision, 'returnedBy', decided_by, 'returnedAt', decided_at::text)) end`;

/** A moment as PostgreSQL writes it. */
export const Moment = z.string().transform(readInstant);

export const SaidRecord = z.union([
  ReturnedRecord.extend({ createdAt: Moment, returnedAt: Moment }),
  WaitingRecord.extend({ createdAt: Moment }),
]);
export type SaidRecord = z.infer<typeof SaidRecord>;

/** What waits for its check, or came back from it; neither where nothing is said. */
export interface Said {
  readonly waiting: WaitingRecord | null;
  readonly returned?: ReturnedRecord;
}

export function presentSaid(record: SaidRecord | null): Said {
  if (record === null) return { waiting: null };
  return 'reason' in record ? { waiting: null, returned: record } : { waiting: record };
}
