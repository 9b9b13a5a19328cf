import type { AuditFilters } from '@anupalan/contract/audit-log';
import { recordAudit } from '../../platform/audit.ts';
import type { Db } from '../../platform/database.ts';
import type { Session } from '../../platform/sessions.ts';

/** Writes down who takes the log along, and which part of it; before they have it. */
export async function recordExport(db: Db, by: Session, filters: AuditFilters): Promise<void> {
  await recordAudit(db, by, { noun: 'audit-log', verb: 'export', id: null, details: { ...filters } });
}
