import type { AuditEntry, Participant } from '@anupalan/contract/audit-log';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { AuditLog, Json } from '../../platform/postgres/database-schema.ts';

type AuditRow = Selectable<AuditLog> & {
  actor_name: string | null;
  impersonator_name: string | null;
  subject_name: string | null;
  address: string | null;
};

export function presentAuditEntry(row: AuditRow): AuditEntry {
  return {
    _id: row.id,
    at: row.at.toISOString(),
    actor: presentParticipant(row.actor_id, row.actor_name),
    impersonator: presentParticipant(row.impersonator_id, row.impersonator_name),
    action: row.action,
    noun: row.subject_kind,
    subject: presentParticipant(row.subject_id, row.subject_name),
    details: isObject(row.details) ? row.details : {},
    sessionId: row.session_id,
    requestId: row.request_id,
    address: row.address,
  };
}

function presentParticipant(id: string | null, name: string | null): z.infer<typeof Participant> | null {
  return id === null ? null : { _id: id, name };
}

function isObject(details: Json): details is Extract<Json, Record<string, unknown>> {
  return typeof details === 'object' && details !== null && !Array.isArray(details);
}

/** The columns of the export. */
export const AUDIT_COLUMNS = [
  'at',
  'actorId',
  'actorName',
  'impersonatorId',
  'impersonatorName',
  'action',
  'subjectId',
  'subjectName',
  'details',
  'sessionId',
  'requestId',
  'address',
] as const;

export function presentAuditLine({ at, actor, impersonator, action, subject, details, ...origin }: AuditEntry) {
  return {
    at,
    actorId: actor?._id,
    actorName: actor?.name,
    impersonatorId: impersonator?._id,
    impersonatorName: impersonator?.name,
    action,
    subjectId: subject?._id,
    subjectName: subject?.name,
    details: JSON.stringify(details),
    sessionId: origin.sessionId,
    requestId: origin.requestId,
    address: origin.address,
  };
}
