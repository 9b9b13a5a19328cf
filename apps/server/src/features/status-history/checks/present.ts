import { Filing } from '@anupalan/contract/fields/filing';
import type { Check } from '@anupalan/contract/people/checks';
import type { WaitingReason } from '@anupalan/domain/assignments';
import { readDay } from '../../../platform/postgres/prepared-statement.ts';

/** A record of the queue, with the names of its item, its act and its author. */
export interface CheckRow {
  id: string;
  compliance_item_id: string | null;
  title: string;
  /** Null of a duty that rests on none. */
  act_name: string | null;
  /** Null of a duty whose day isn't known yet. */
  day: string | null;
  status: Check['status'];
  note: string;
  no_evidence_reason: string | null;
  /** As {@link Filing}. */
  filing: unknown;
  author_id: string;
  author_name: string | null;
  made_at: Date;
  waits_for: string | null;
  reason: WaitingReason | null;
  registration_number: string | null;
  /** Of a duty: itself, its event, what that is, its label, and whether only those named at it see it. */
  duty_id: string | null;
  event_id: string | null;
  kind_name: string | null;
  label: string | null;
  is_restricted: boolean;
  /** Files that stand at the record, or the duty. */
  files: number;
  /** Who approved it before something of it was changed, and when. */
  former_checker: string | null;
  former_check: Date | null;
}

export function presentCheck(row: CheckRow, viewerId: string): Check {
  const standsIn = row.waits_for === viewerId ? null : (row.reason ?? 'away');
  return {
    _id: row.id,
    status: row.status,
    note: row.note,
    updatedBy: row.author_id,
    createdAt: row.made_at.toISOString(),
    ...(row.compliance_item_id !== null && { complianceId: row.compliance_item_id }),
    title: row.title,
    actName: row.act_name ?? '',
    date: row.day === null ? null : readDay(row.day),
    ...(row.event_id !== null && {
      event: { _id: row.event_id, kindName: row.kind_name ?? '', label: row.label ?? '' },
    }),
    ...(row.duty_id !== null && { duty: { _id: row.duty_id, isRestricted: row.is_restricted } }),
    files: row.files,
    ...(row.author_name !== null && { updatedByName: row.author_name }),
    ...(row.no_evidence_reason !== null && { noEvidenceReason: row.no_evidence_reason }),
    ...(row.filing !== null && { filing: Filing.parse(row.filing) }),
    ...(row.registration_number !== null && { registrationNumber: row.registration_number }),
    ...(standsIn && { standsIn }),
    ...(row.former_checker !== null &&
      row.former_check !== null && {
        again: { checkedBy: row.former_checker, checkedAt: row.former_check.toISOString() },
      }),
  };
}
