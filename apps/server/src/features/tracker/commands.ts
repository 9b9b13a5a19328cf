import { randomUUIDv7 } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { recordAudit } from '../../identity/audit.ts';
import { requirePermission, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { violatedForeignKey } from '../../platform/postgres/database-errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { readDay } from '../../platform/postgres/prepared-statement.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { type ActivityAuthor, recordActivity } from '../activity/commands.ts';
import { itemNotFound } from './require-item.ts';

/** The session whose view is acted on, and the session that acts (R-users-8). */
export interface Acting {
  readonly view: Session;
  readonly by: Session;
}

/** Whose activity an act belongs to, and who did it. */
export function authorOf({ view, by }: Acting): ActivityAuthor {
  return { ...by, workspaceId: view.workspaceId };
}

/** A kind of record that workspaces keep about items, and how many of it they may have. */
export interface TrackedKind {
  readonly noun: 'reminders' | 'payment-dates' | 'submission-dates';
  readonly table: 'custom_reminders' | 'payment_dates' | 'submission_dates';
  readonly most: { readonly anItem: number; readonly aWorkspace: number };
}

/** A kind that belongs to the company, with the action that deletes it. */
export interface DatedKind extends TrackedKind {
  readonly noun: 'payment-dates' | 'submission-dates';
  readonly table: 'payment_dates' | 'submission_dates';
  readonly deletion: 'payment-dates.delete' | 'submission-dates.delete';
}

/** The columns that every row of a tracked kind begins with. */
export interface TrackedKey {
  readonly workspace_id: WorkspaceId;
  readonly id: string;
  readonly compliance_item_id: string;
  readonly user_id: string;
}

/**
 * Adds a record that a workspace keeps about an item.
 * @throws AppError conflict when there are as many as there may be (R-records-7, R-records-13), not-found when the item
 * was deleted meanwhile.
 */
export async function addTracked(
  db: Kysely<DB>,
  acting: Acting,
  of: { kind: TrackedKind; itemId: string },
  insert: (trx: Transaction<DB>, key: TrackedKey) => Promise<unknown>,
): Promise<void> {
  await db.transaction().execute((trx) => addTrackedIn(trx, acting, of, insert));
}

/** {@link addTracked} within a transaction, for those who record several things at once. */
export async function addTrackedIn(
  trx: Transaction<DB>,
  { view, by }: Acting,
  { kind, itemId }: { kind: TrackedKind; itemId: string },
  insert: (trx: Transaction<DB>, key: TrackedKey) => Promise<unknown>,
): Promise<void> {
  const id = randomUUIDv7();
  const key = { workspace_id: view.workspaceId, id, compliance_item_id: itemId, user_id: view.userId };
  await requireRoom(trx, kind, key);
  await insert(trx, key).catch(explainDeletedItem);
  await recordAudit(trx, by, { noun: kind.noun, verb: 'create', id, details: { complianceId: itemId } });
}

/**
 * Deletes a record that a workspace keeps about an item: one's own, or a manager anybody's (R-records-12).
 * @param afterwards what else follows from it, in its transaction
 * @throws AppError not-found when it is not there; forbidden when it is another's.
 */
export async function deleteTracked(
  db: Kysely<DB>,
  acting: Acting,
  { kind, itemId, id, missing }: { kind: DatedKind; itemId: string; id: string; missing: string },
  afterwards: (trx: Transaction<DB>) => Promise<void>,
): Promise<void> {
  const { view, by } = acting;
  await db.transaction().execute(async (trx) => {
    const deleted = await trx
      .deleteFrom(kind.table)
      .where('workspace_id', '=', view.workspaceId)
      .where('compliance_item_id', '=', itemId)
      .where('id', '=', id)
      .returning(['user_id', 'day'])
      .executeTakeFirst();
    if (!deleted) throw new AppError('not-found', missing);
    // The view decides: an administrator who names a user has that user's rights. A refusal takes the deletion back.
    requirePermission(view, kind.deletion, { userId: deleted.user_id ?? '' });
    await recordAudit(trx, by, { noun: kind.noun, verb: 'delete', id, details: { complianceId: itemId } });
    const about = { itemId, day: readDay(deleted.day), recordId: id };
    await recordActivity(trx, authorOf(acting), { what: kind.deletion, about });
    await afterwards(trx);
  });
}

const TRACKED_TABLES: readonly TrackedKind['table'][] = ['custom_reminders', 'payment_dates', 'submission_dates'];

/** Moves what workspaces keep about an item to another one, past the caps (R-catalogue-26). */
export async function moveTracked(trx: Transaction<DB>, { from, to }: { from: string; to: string }): Promise<void> {
  for (const table of TRACKED_TABLES) {
    await sql`update ${sql.table(table)} set compliance_item_id = ${to} where compliance_item_id = ${from}`.execute(
      trx,
    );
  }
}

/** Turns a violated foreign key into the 404 of an item that was deleted meanwhile. */
export function explainDeletedItem(error: unknown): never {
  if (violatedForeignKey(error)) throw itemNotFound(error);
  throw error;
}

/**
 * Checks that one more record may be added. The workspace's lock makes those who add at the same moment count one after
 * the other.
 */
async function requireRoom(trx: Transaction<DB>, { noun, table, most }: TrackedKind, key: TrackedKey): Promise<void> {
  await sql`select from workspaces where id = ${key.workspace_id} for no key update`.execute(trx);
  const { rows } = await sql<{ of_item: number; in_all: number }>`
    select count(*) filter (where compliance_item_id = ${key.compliance_item_id}) as of_item, count(*) as in_all
    from ${sql.table(table)} where workspace_id = ${key.workspace_id}`.execute(trx);
  const { of_item = 0, in_all = 0 } = rows[0] ?? {};
  const things = noun.replace('-', ' ');
  if (of_item >= most.anItem) {
    throw new AppError('conflict', `An item can have at most ${most.anItem.toLocaleString('en-IN')} ${things}`);
  }
  if (in_all >= most.aWorkspace) {
    throw new AppError('conflict', `A company can have at most ${most.aWorkspace.toLocaleString('en-IN')} ${things}`);
  }
}
