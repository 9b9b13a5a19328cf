import { randomUUIDv7 } from 'node:crypto';
import type { Db } from './database.ts';
import type { JsonObject } from './database-schema.ts';
import type { Session } from './sessions.ts';

/** Something somebody did to a thing of a noun; `details` hold ids and figures, never personal data. */
export interface AuditEntry {
  readonly noun: string;
  readonly verb: string;
  readonly id: string;
  readonly details?: JsonObject;
}

/** Writes down who did what to what, under both names while impersonating; in the transaction of the deed itself. */
export async function recordAudit(db: Db, by: Session, { noun, verb, id, details = {} }: AuditEntry): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      id: randomUUIDv7(),
      actor_id: by.userId,
      impersonator_id: by.impersonatorId,
      action: `${noun}.${verb}`,
      subject_kind: noun,
      subject_id: id,
      details: JSON.stringify(details),
    })
    .execute();
}
