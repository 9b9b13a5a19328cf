import { randomUUIDv7 } from 'node:crypto';
import type { FiledByMail } from '@anupalan/contract/connections/filing-links';
import { toIsoMidnight } from '@anupalan/domain/calendar-day';
import { sql, type Transaction } from 'kysely';
import { holdMembership } from '../../identity/members/membership.ts';
import { digestToken } from '../../identity/secrets.ts';
import { requirePermission, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { recordIn } from '../status-history/commands.ts';
import { noteFiling } from '../status-history/commands-filing.ts';
import { queueForDays } from '../status-history/commands-queue.ts';
import { readLines } from '../tracker/queries-assignments.ts';
import { requireItemOf } from '../tracker/require-item.ts';
import { requireLink } from './queries.ts';

/**
 * Records by a mailed link that its occurrence is filed, once (R-filing-links-3): whoever uses it at the same moment waits,
 * and finds it used. Nothing that the link was judged by changes until the record stands. A refusal uses nothing up.
 * @param today in India, where the day of filing can't be a later one
 * @throws AppError as {@link requireLink} and recording; invalid for a day to come
 */
export async function fileByLink(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  { token, filedOn, number, noEvidenceReason }: FiledByMail,
  today: Temporal.PlainDate,
): Promise<'recorded' | 'waiting'> {
  const { session: view, itemId: linked, day } = await requireLink(db, token);
  const filed = filedOn ?? toIsoMidnight(today);
  if (filed > toIsoMidnight(today)) throw dayToCome();
  // Read before the transaction: within it this would wait for a second connection.
  const { id: itemId } = await requireItemOf({ pool }, { view, today }, linked);
  return await db.transaction().execute(async (trx) => {
    await holdLink(trx, view, token);
    await queueForDays(trx, view.workspaceId);
    const { session } = await requireLink(trx, token);
    requirePermission(session, 'status-history.record', 'done');
    const { workspaceId } = session;
    const recordId = randomUUIDv7();
    const lines = await readLines(trx, workspaceId, itemId);
    const record = { itemId, day, status: 'done', note: '', noEvidenceReason, lines, recordId } as const;
    const outcome = await recordIn(trx, { view: session, by: session }, record);
    const filing = { ...(number && { number }), filedOn: filed, byMailLink: true } as const;
    await noteFiling(trx, { workspaceId, recordId }, filing);
    await trx
      .updateTable('filing_links')
      .set({ used_at: sql`clock_timestamp()` })
      .where('token_hash', '=', digestToken(token))
      .execute();
    return outcome;
  });
}

/** Keeps a link, others to the same occurrence, and all that it is judged by as they are until the transaction ends. */
async function holdLink(trx: Transaction<DB>, view: Session, token: string): Promise<void> {
  await sql`select from users where id = ${view.userId} for share`.execute(trx);
  await holdMembership(trx, view);
  await sql`
    select from filing_links
    where (workspace_id, compliance_item_id, day, user_id) = (
      select workspace_id, compliance_item_id, day, user_id from filing_links where token_hash = ${digestToken(token)})
    order by message_id for update`.execute(trx);
}

function dayToCome(): AppError {
  const fault = 'The day of filing must not be in the future';
  return new AppError('invalid', fault, { faults: { filedOn: fault } });
}
