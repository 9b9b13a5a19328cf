import { randomUUIDv7 } from 'node:crypto';
import type { AuditNoun, AuditVerb } from '@anupalan/contract/audit-log';
import { sql } from 'kysely';
import { currentRequest } from '../platform/http/request-context.ts';
import { auditEntries } from '../platform/metrics/registry.ts';
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

/**
 * Records in the audit log who did what to what, in the transaction of the action itself (R-audit-log-2). The request
 * that it was done for, its session and its address are known without being passed (R-audit-log-20).
 */
export async function recordAudit<N extends AuditNoun>(
  db: Db,
  by: Author,
  { noun, verb, id, details = {} }: AuditEntry<N>,
): Promise<void> {
  const request = currentRequest();
  const entry = {
    id: randomUUIDv7(),
    actor_id: by?.userId ?? null,
    impersonator_id: by?.impersonatorId ?? null,
    action: `${noun}.${verb}`,
    subject_kind: noun,
    subject_id: id,
    details: JSON.stringify(details),
    session_id: request?.caller?.sessionId ?? null,
    request_id: request?.requestId ?? null,
  };
  const reason = noun === 'auth' && typeof details.reason === 'string' ? details.reason : '';
  auditEntries.inc({ action: entry.action, reason });
  const recording = db.insertInto('audit_log').values(entry);
  if (!request) {
    await recording.execute();
    return;
  }
  await db
    .with('recorded', () => recording.returning('id'))
    .insertInto('audit_origins')
    .columns(['entry_id', 'address'])
    .expression((eb) => eb.selectFrom('recorded').select(['recorded.id', eb.val(request.address).as('address')]))
    .execute();
}

/** Erases addresses that entries of the audit log came from more than 180 days ago (R-audit-log-20). */
export async function eraseOldOrigins(db: Db): Promise<void> {
  await db.deleteFrom('audit_origins').where('noted_at', '<', sql<Date>`now() - interval '180 days'`).execute();
}

/**
 * Erases the addresses from which a user acted, and from which somebody tried to be them (R-users-22). Those of an
 * administrator who acted in the user's name are the administrator's.
 */
export async function eraseOriginsOf(db: Db, userId: string): Promise<void> {
  await sql`
    delete from audit_origins using audit_log entry
    where entry.id = entry_id
      and (entry.actor_id = ${userId} and entry.impersonator_id is null
        or entry.impersonator_id = ${userId}
        or entry.subject_id = ${userId} and entry.actor_id is null)`.execute(db);
}

/** The author of an action in their own name, for callers who have just proved who they are. */
export function asAuthor(userId: string): Author {
  return { userId, impersonatorId: null };
}
