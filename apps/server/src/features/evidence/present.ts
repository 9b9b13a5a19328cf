import type { Evidence } from '@anupalan/contract/proof/evidence';
import type { EvidenceLine } from '@anupalan/contract/proof/evidence-lines';
import type { AnyFileType } from '@anupalan/contract/wire/files';
import { toRupees } from '@anupalan/domain/money';
import type { Selectable } from 'kysely';
import type { Verdict } from '../../platform/files/store/file-kinds.ts';
import type { Evidence as EvidenceTable } from '../../platform/postgres/database-schema.ts';
import { readDay } from '../../platform/postgres/prepared-statement.ts';

/** A row of evidence with what stands beside it. */
export interface EvidenceRow extends Omit<Selectable<EvidenceTable>, 'type' | 'subject_kind'> {
  type: AnyFileType;
  subject_kind: NonNullable<Evidence['subject']>['kind'] | null;
  /** Null once its bytes are gone. */
  verdict: Verdict | null;
  by_name: string | null;
  removed_by_name: string | null;
  also_of: string[];
}

/** @param isScanned whether there is a scanner: what none looked at waits then (R-evidence-12) */
export function presentEvidence(row: EvidenceRow, isScanned: boolean): Evidence {
  const { subject_kind: kind, subject_id: id, removed_at: removedAt, removed_by: removedBy } = row;
  return {
    _id: row.id,
    name: row.name,
    size: row.size,
    type: row.type,
    mediaType: row.media_type,
    sha256: row.sha256.toString('hex'),
    subject: kind === null || id === null ? null : { kind, id },
    ...(row.also_of.length > 0 && { alsoOf: row.also_of }),
    itemId: row.item_id,
    day: row.day === null ? null : readDay(row.day),
    replaces: row.replaces,
    replacedBy: row.replaced_by,
    documentDay: row.document_day === null ? null : readDay(row.document_day),
    number: row.number,
    amount: row.amount_paise === null ? null : toRupees(row.amount_paise),
    by: row.by,
    byName: row.by_name,
    at: (row.attached_at ?? row.at).toISOString(),
    verdict: presentVerdict(row.verdict, isScanned),
    removed:
      removedAt === null || removedBy === null
        ? null
        : { at: removedAt.toISOString(), by: removedBy, byName: row.removed_by_name, reason: row.removed_reason ?? '' },
  };
}

function presentVerdict(verdict: Verdict | null, isScanned: boolean): Evidence['verdict'] {
  if (verdict === 'clean' && isScanned) return 'waiting';
  return verdict === null || verdict === 'scanned' ? 'clean' : verdict;
}

/** A file beside a thing. */
export interface LineRow {
  of: string;
  id: string;
  name: string;
  size: number;
  sha256: Buffer;
  type: AnyFileType;
  document_day: string | null;
  removed: boolean;
  replaced: boolean;
}

export function presentLine({
  id,
  name,
  size,
  sha256,
  type,
  document_day: day,
  removed,
  replaced,
}: LineRow): EvidenceLine {
  return {
    ...{ _id: id, name, size, sha256: sha256.toString('hex'), type },
    documentDay: day === null ? null : readDay(day),
    ...(removed && { removed: true as const }),
    ...(replaced && { replaced: true as const }),
  };
}
