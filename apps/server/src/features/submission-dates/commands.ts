import { MAX_SUBMISSION_DATES } from '@anupalan/contract/submission-dates';
import type { Kysely } from 'kysely';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { recordActivity } from '../activity/commands.ts';
import { attachFiles } from '../evidence/commands-attach.ts';
import type { NamedFiles } from '../evidence/named-files.ts';
import { letWaitAgain } from '../status-history/checks/commands-again.ts';
import { type Acting, addTracked, authorOf, type DatedKind, deleteTracked } from '../tracker/commands.ts';

const SUBMISSION_DATES: DatedKind = {
  noun: 'submission-dates',
  table: 'submission_dates',
  most: MAX_SUBMISSION_DATES,
  deletion: 'submission-dates.delete',
};

/** A submission of a workspace. */
interface NewSubmission {
  readonly itemId: string;
  readonly day: string;
  readonly description: string;
  readonly evidence?: NamedFiles | undefined;
}

/** Records a submission (R-records-10). @throws AppError as {@link addTracked} */
export function addSubmissionDate(
  db: Kysely<DB>,
  acting: Acting,
  { itemId, evidence, ...submission }: NewSubmission,
): Promise<void> {
  return addTracked(db, acting, { kind: SUBMISSION_DATES, itemId }, async (trx, key) => {
    await trx
      .insertInto('submission_dates')
      .values({ ...key, ...submission })
      .execute();
    const { day } = submission;
    const subject = { workspaceId: key.workspace_id, kind: 'submission-date', id: key.id, itemId, day } as const;
    if (evidence) await attachFiles(trx, acting.by, subject, evidence);
    const about = { itemId, day };
    await recordActivity(trx, authorOf(acting), { what: 'submission-dates.create', about });
  });
}

/** Deletes a submission date, a colleague's too (R-records-12). @throws AppError as {@link deleteTracked} */
export function deleteSubmissionDate(
  db: Kysely<DB>,
  acting: Acting,
  of: { itemId: string; id: string },
): Promise<void> {
  const deleted = { kind: SUBMISSION_DATES, ...of, missing: 'Submission date not found' };
  return deleteTracked(db, acting, deleted, (trx) => letWaitAgain(trx, acting, of.id));
}
