import type { AuditFilters } from '@anupalan/contract/audit-log';
import { recordAudit } from '../../identity/audit.ts';
import type { Session } from '../../identity/sessions.ts';
import type { Db } from '../../platform/postgres/database.ts';

/** Records in the log itself who exports it, and with which filters, before the export is sent (R-audit-log-1). */
export async function recordExport(db: Db, by: Session, filters: AuditFilters): Promise<void> {
  await recordAudit(db, by, { noun: 'audit-log', verb: 'export', id: null, details: { ...filters } });
}
