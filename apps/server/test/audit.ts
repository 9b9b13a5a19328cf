import type { TestApp } from './harness.ts';

export interface AuditRow {
  readonly action: string;
  readonly actor_id: string | null;
  readonly impersonator_id: string | null;
  readonly subject_id: string | null;
  readonly details: unknown;
}

/** The audit entries about somebody or something, oldest first. */
export async function readAuditOf({ services }: TestApp, subjectId: string | null): Promise<AuditRow[]> {
  const { rows } = await services.database.pool.query<AuditRow>(
    `select action, actor_id, impersonator_id, subject_id, details from audit_log
     where subject_id is not distinct from $1 order by at, id`,
    [subjectId],
  );
  return rows;
}
