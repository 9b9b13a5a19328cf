import type { Session } from '../../../identity/sessions.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import type { Services } from '../../../services.ts';
import { findUnfitColumns } from './find-unfit-columns.ts';

/**
 * Explains why a call about a company failed, where the company has what no call writes (R-api-62): that is no fault of the
 * server, which answers everybody else. The log names the columns, by which the operator finds the rows.
 * @returns null where nothing of that kind is found
 */
export async function explainUnfitRows(
  { database, log }: Pick<Services, 'database' | 'log'>,
  session: Session | null,
): Promise<AppError | null> {
  if (!session) return null;
  const { workspaceId } = session;
  const unfit = await findUnfitColumns(database.pool, workspaceId);
  if (unfit.length === 0) return null;
  log.error({ workspaceId, unfit }, 'a company has rows that no call writes, and can’t be read');
  return new AppError('conflict', UNREADABLE);
}

const UNREADABLE = 'Some of what is stored in this company can’t be read. Please write to support.';
