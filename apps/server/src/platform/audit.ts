import { randomUUIDv7 } from 'node:crypto';
import type { AuditNoun, AuditVerb } from '@anupalan/contract/audit-log';
import type { Db } from './database.ts';
import type { JsonObject } from './database-schema.ts';
import type { Session } from './sessions.ts';

/** Something somebody did to a thing of a noun; `details` hold ids and figures, never personal data. */
export interface AuditEntry<N extends AuditNoun> {
  readonly noun: N;
  readonly verb: AuditVerb<N>;
  /** Null where there is no thing, or it is unknown. */
  readonly id: string | null;
  readonly details?: JsonObject;
}

/** Who did something, by id, under both names while impersonating; null is somebody who had not signed in. */
export type Doer = Pick<Session, 'userId' | 'impersonatorId'> | null;

/** Writes down who did what to what; in the transaction of the deed itself. */
export async function recordAudit<N extends AuditNoun>(
  db: Db,
  by: Doer,
  { noun, verb, id, details = {} }: AuditEntry<N>,
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      id: randomUUIDv7(),
      actor_id: by?.userId ?? null,
      impersonator_id: by?.impersonatorId ?? null,
      action: `${noun}.${verb}`,
      subject_kind: noun,
      subject_id: id,
      details: JSON.stringify(details),
    })
    .execute();
}

/** Somebody acting on their own account, who has just shown who they are. */
export function themselves(userId: string): Doer {
  return { userId, impersonatorId: null };
}
