import { randomUUIDv7 } from 'node:crypto';
import type { AuditNoun, AuditVerb } from '@anupalan/contract/audit-log';
import type { Db } from '../platform/postgres/database.ts';
import type { JsonObject } from '../platform/postgres/database-schema.ts';
import type { Session } from './sessions.ts';

/**
 * An entry of the audit log: an action on a thing of a noun; `details` hold ids and figures, never personal data
 * (R-audit-log-2).
 */
export interface AuditEntry<N extends AuditNoun> {
  readonly noun: N;
  readonly verb: AuditVerb<N>;
  /** The thing's id; null where there is none, or it is unknown. */
  readonly id: string | null;
  readonly details?: JsonObject;
}

/**
 * The author of an action, by id, under both names while impersonating (R-users-27); null is somebody who had not
 * signed in.
 */
export type Author = Pick<Session, 'userId' | 'impersonatorId'> | null;

/** Records in the audit log who did what to what, in the transaction of the action itself (R-audit-log-2). */
export async function recordAudit<N extends AuditNoun>(
  db: Db,
  by: Author,
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

/** The author of an action in their own name, for callers who have just proved who they are. */
export function asAuthor(userId: string): Author {
  return { userId, impersonatorId: null };
}
