import type { Transaction } from 'kysely';
import { eraseOriginsOf, recordAudit } from '../../identity/audit.ts';
import { forgetCodeMails } from '../../identity/codes.ts';
import { endSessionsOf, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import { forgetMail } from '../../platform/mail/outbox.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { queueForChange } from '../../platform/postgres/locks.ts';
import type { Services } from '../../services.ts';
import { forgetContactMessages } from '../contact/commands.ts';
import { forgetJobPostings } from '../job-postings/commands.ts';
import { leaveOwnWorkspaces } from '../members/commands.ts';
import { tellOwnerless } from '../members/commands-ownerless.ts';
import { recordEndedImpersonations } from './commands-impersonate.ts';
import { lockTarget, type Target } from './commands-manage.ts';
import { listReservedAddresses } from './email-change/queries.ts';

/**
 * Erases another user with their sessions, codes, reminders and enquiries (R-users-22). What they recorded stays with
 * the company, without their name. Companies that they own go with all they tracked when nobody else works in them, and
 * are frozen else (R-users-23).
 * Orders, receipts, the ledger and the audit log keep bare ids (R-users-24).
 * @throws AppError not-found; forbidden
 */
export async function deleteUser(services: Services, by: Session, id: string): Promise<void> {
  await services.database.db.transaction().execute(async (trx) => {
    await eraseUser(trx, services, by, await lockTarget(trx, by, id));
  });
}

/** The time in which a successor who was named can accept, before the company is frozen (R-companies-24). */
const SUCCESSORS_HAVE = '14 days';

/**
 * Locks the caller's own account for its erasure; the locks of administrators' changes queue, so that one always remains
 * (R-users-20).
 * @throws AppError conflict for the last active administrator; unauthenticated when the account is gone.
 */
export async function lockOwnAccount(trx: Transaction<DB>, id: string): Promise<Target & { password_hash: string }> {
  await queueForChange(trx, 'administrators');
  const account = await trx
    .selectFrom('users')
    .select(['id', 'role', 'status', 'primary_email', 'password_hash'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new AppError('unauthenticated', 'Please sign in to continue'));
  if (account.role === 'admin' && !(await isThereAnotherAdministrator(trx, id))) {
    const message = 'You are the only administrator. Make somebody else an administrator first.';
    throw new AppError('conflict', message);
  }
  return account;
}

async function isThereAnotherAdministrator(trx: Transaction<DB>, id: string): Promise<boolean> {
  const other = await trx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .where('id', '<>', id)
    .executeTakeFirst();
  return other !== undefined;
}

/** Erases a user who is locked, as `deleteUser` says. */
export async function eraseUser(
  trx: Transaction<DB>,
  { jobs, config }: Pick<Services, 'jobs' | 'config'>,
  by: Session,
  target: Target,
): Promise<void> {
  const { id, role, status } = target;
  const ownerlessFor = by.userId === id ? SUCCESSORS_HAVE : '0 days';
  const { deleted, frozen } = await leaveOwnWorkspaces(trx, [id], { ownerlessFor });
  await forgetCorrespondence(trx, jobs, target);
  await recordEndedImpersonations(trx, await endSessionsOf(trx, id));
  await trx.deleteFrom('users').where('id', '=', id).execute();
  await tellOwnerless(trx, { jobs, config }, frozen);
  const details = {
    role,
    status,
    workspaceDeleted: deleted > 0,
    ...(frozen.length > 0 && { companiesFrozen: frozen.length }),
  };
  await recordAudit(trx, by, { noun: 'users', verb: 'delete', id, details });
  // Last, because who erases themselves has just acted once more.
  await eraseOriginsOf(trx, id);
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
