import { sql, type Transaction } from 'kysely';
import { recordAudit } from '../../platform/audit.ts';
import type { DB } from '../../platform/database-schema.ts';
import { forgetMail } from '../../platform/outbox.ts';
import { endSessionsOf, type Session } from '../../platform/sessions.ts';
import { forgetCodeMails } from '../auth/commands-codes.ts';
import { forgetContactMessages } from '../contact/commands.ts';
import { forgetJobPostings } from '../job-postings/commands.ts';
import { recordEndedImpersonations } from './commands-impersonate.ts';
import { lockTarget, type Target } from './commands-manage.ts';

/**
 * Erases another user with their sessions, codes, reminders and enquiries. What they recorded stays with the company, without
 * their name; when nobody else belongs to it, the company goes with all it tracked. Orders, receipts, the ledger and
 * the audit log keep bare ids (decisions, section 3).
 * @throws AppError not-found; forbidden
 */
export async function deleteUser(trx: Transaction<DB>, by: Session, id: string): Promise<void> {
  const target = await lockTarget(trx, by, id);
  // As those who record something do: first the workspace, then the user, or each could wait for the other.
  await trx.selectFrom('workspaces').select('id').where('id', '=', target.workspace_id).forUpdate().execute();
  await forgetCorrespondence(trx, target);
  await recordEndedImpersonations(trx, await endSessionsOf(trx, id));
  await trx.deleteFrom('users').where('id', '=', id).execute();
  const workspaceDeleted = await deleteWorkspaceWithoutUsers(trx, target.workspace_id);
  const details = { role: target.role, status: target.status, workspaceDeleted };
  await recordAudit(trx, by, { noun: 'users', verb: 'delete', id, details });
}

/** What was mailed to them, and what they sent to support: of an address only once they had shown that it is theirs. */
async function forgetCorrespondence(trx: Transaction<DB>, { id, status, primary_email }: Target): Promise<void> {
  await forgetCodeMails(trx, id);
  if (status === 'pending') return;
  await forgetContactMessages(trx, primary_email);
  await forgetJobPostings(trx, primary_email);
  await forgetMail(trx, primary_email);
}

/** @returns whether it was one */
async function deleteWorkspaceWithoutUsers(trx: Transaction<DB>, workspaceId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from workspaces
    where id = ${workspaceId} and not exists (select from users where workspace_id = ${workspaceId})
    returning id`.execute(trx);
  return rows.length > 0;
}
