import type { AuditVerb } from '@anupalan/contract/audit-log';
import { MAX_REMINDERS } from '@anupalan/contract/reminders';
import { type Kysely, sql, type Transaction } from 'kysely';
import { recordAudit } from '../../identity/audit.ts';
import { requirePermission } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { type Acting, addTracked, type TrackedKind } from '../tracker/commands.ts';

const REMINDERS: TrackedKind = { noun: 'reminders', table: 'custom_reminders', most: MAX_REMINDERS };

/**
 * Sets a reminder, the viewer's own.
 * @throws AppError invalid unless it is in the future (R-records-2); see {@link addTracked}.
 */
export async function addReminder(
  db: Kysely<DB>,
  acting: Acting,
  { itemId, at, now }: { itemId: string; at: string; now: Temporal.Instant },
): Promise<void> {
  if (Temporal.Instant.compare(at, now) <= 0) {
    const message = 'Reminder must be in the future';
    throw new AppError('invalid', message, { faults: { reminderDate: message } });
  }
  await addTracked(db, acting, { kind: REMINDERS, itemId }, (trx, key) =>
    trx
      .insertInto('custom_reminders')
      .values({ ...key, reminder_at: at })
      .execute(),
  );
}

/**
 * Acknowledges a reminder (R-records-3).
 * @throws AppError conflict when it already was; not-found; forbidden when it is another's (R-records-4).
 */
export async function acknowledgeReminder(db: Kysely<DB>, acting: Acting, reminder: ReminderOfItem): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { acknowledged_at } = await lockReminder(trx, acting, reminder);
    if (acknowledged_at !== null) throw new AppError('conflict', 'Reminder already acknowledged');
    await trx
      .updateTable('custom_reminders')
      .set({ acknowledged_at: sql`now()`, updated_at: sql`now()` })
      .where('workspace_id', '=', acting.view.workspaceId)
      .where('id', '=', reminder.id)
      .execute();
    await recordReminderAct(trx, acting, 'acknowledge', reminder);
  });
}

/** Deletes a reminder. @throws AppError not-found; forbidden when it is another's (R-records-4). */
export async function deleteReminder(db: Kysely<DB>, acting: Acting, reminder: ReminderOfItem): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockReminder(trx, acting, reminder);
    await trx
      .deleteFrom('custom_reminders')
      .where('workspace_id', '=', acting.view.workspaceId)
      .where('id', '=', reminder.id)
      .execute();
    await recordReminderAct(trx, acting, 'delete', reminder);
  });
}

interface ReminderOfItem {
  readonly itemId: string;
  readonly id: string;
}

async function lockReminder(trx: Transaction<DB>, { view, by }: Acting, { itemId, id }: ReminderOfItem) {
  const reminder = await trx
    .selectFrom('custom_reminders')
    .select(['user_id', 'acknowledged_at'])
    .where('workspace_id', '=', view.workspaceId)
    .where('compliance_item_id', '=', itemId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!reminder?.user_id) throw new AppError('not-found', 'Reminder not found');
  requirePermission(by, 'reminders.change', { userId: reminder.user_id });
  return reminder;
}

function recordReminderAct(
  trx: Transaction<DB>,
  { by }: Acting,
  verb: AuditVerb<'reminders'>,
  { itemId, id }: ReminderOfItem,
): Promise<void> {
  return recordAudit(trx, by, { noun: 'reminders', verb, id, details: { complianceId: itemId } });
}
