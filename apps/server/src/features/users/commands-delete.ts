import { sql, type Transaction } from 'kysely';
import { recordAudit } from '../../platform/audit.ts';
import type { DB } from '../../platform/database-schema.ts';
import type { Session } from '../../platform/sessions.ts';
import { lockTarget, type Target } from './commands-manage.ts';

/**
 * Erases another user with their sessions, codes and reminders. What they recorded stays with the company, without
 * their name; when nobody else belongs to it, the company goes with all it tracked. Orders, receipts, the ledger and
 * the audit log keep bare ids (decisions, section 3).
 * @throws AppError not-found; forbidden
 */
export async function deleteUser(trx: Transaction<DB>, by: Session, id: string): Promise<void> {
  const target = await lockTarget(trx, by, id);
  await deleteMailTo(trx, target);
  await trx.deleteFrom('users').where('id', '=', id).execute();
  const workspaceDeleted = await deleteWorkspaceWithoutUsers(trx, target.workspace_id);
  const details = { role: target.role, status: target.status, workspaceDeleted };
  await recordAudit(trx, by, { noun: 'users', verb: 'delete', id, details });
}

/** What the local mailbox keeps for them. */
async function deleteMailTo(trx: Transaction<DB>, { id, primary_email }: Target): Promise<void> {
  await trx
    .deleteFrom('outgoing_mail')
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('to_address', '=', primary_email),
        eb('to_address', 'in', selectFrom('one_time_codes').select('email').where('user_id', '=', id)),
      ]),
    )
    .execute();
}

/** @returns whether it was one */
async function deleteWorkspaceWithoutUsers(trx: Transaction<DB>, workspaceId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from workspaces
    where id = ${workspaceId} and not exists (select from users where workspace_id = ${workspaceId})
    returning id`.execute(trx);
  return rows.length > 0;
}
