import type { Transaction } from 'kysely';
import { eraseOriginsOf, recordAudit } from '../../identity/audit.ts';
import { forgetCodeMails } from '../../identity/codes.ts';
import { endSessionsOf, type Session } from '../../identity/sessions.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import { forgetMail } from '../../platform/mail/outbox.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { Services } from '../../services.ts';
import { forgetContactMessages } from '../contact/commands.ts';
import { forgetJobPostings } from '../job-postings/commands.ts';
import { recordEndedImpersonations } from './commands-impersonate.ts';
import { lockTarget, type Target } from './commands-manage.ts';
import { deleteWorkspacesWithoutUsers } from './commands-workspace.ts';
import { listReservedAddresses } from './email-change/queries.ts';

/**
 * Erases another user with their sessions, codes, reminders and enquiries (R-users-22). What they recorded stays with
 * the company, without their name; when nobody else belongs to it, the company goes with all it tracked (R-users-23).
 * Orders, receipts, the ledger and the audit log keep bare ids (R-users-24).
 * @throws AppError not-found; forbidden
 */
export async function deleteUser({ database: { db }, jobs }: Services, by: Session, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const target = await lockTarget(trx, by, id);
    // Locks go from the workspace to the user, as when something is recorded, so that neither waits for the other.
    await trx.selectFrom('workspaces').select('id').where('id', '=', target.workspace_id).forUpdate().execute();
    await forgetCorrespondence(trx, jobs, target);
    await recordEndedImpersonations(trx, await endSessionsOf(trx, id));
    await eraseOriginsOf(trx, id);
    await trx.deleteFrom('users').where('id', '=', id).execute();
    const workspaceDeleted = (await deleteWorkspacesWithoutUsers(trx, [target.workspace_id])) > 0;
    const details = { role: target.role, status: target.status, workspaceDeleted };
    await recordAudit(trx, by, { noun: 'users', verb: 'delete', id, details });
  });
}

/**
 * Deletes the mails with a user's codes; other mail to them, also at addresses that are reserved to them, and what they
 * sent to support only once the address was confirmed as theirs (R-users-22).
 */
async function forgetCorrespondence(
  trx: Transaction<DB>,
  jobs: Queue,
  { id, status, primary_email }: Target,
): Promise<void> {
  await forgetCodeMails(trx, id);
  if (status === 'pending') return;
  await forgetContactMessages(trx, primary_email);
  await forgetJobPostings(trx, primary_email);
  const addresses = [primary_email, ...(await listReservedAddresses(trx, id))];
  for (const address of addresses) await forgetMail(trx, jobs, address);
}
