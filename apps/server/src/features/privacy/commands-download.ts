import { recordAudit } from '../../identity/audit.ts';
import type { Session } from '../../identity/sessions.ts';
import type { RateLimit } from '../../platform/http/rate-limits.ts';
import type { Db } from '../../platform/postgres/database.ts';

/** Records that somebody downloads their data, at most 10 times an hour (R-users-30). @throws AppError too-many */
export async function recordDownload(db: Db, by: Session, downloads: RateLimit): Promise<void> {
  await downloads.spend(by.userId);
  await recordAudit(db, by, { noun: 'users', verb: 'download-data', id: by.userId });
}
