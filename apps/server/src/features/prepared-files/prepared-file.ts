import type { PreparedFile, PreparedKind } from '@anupalan/contract/proof/prepared-files';

/** Hours for which a file can be fetched once it is ready (R-exports-6). */
export const KEPT_HOURS = 24;

/** A file as its table has it. */
export interface PreparedFileRow {
  id: string;
  kind: PreparedKind;
  wanted: unknown;
  name: string;
  asked_by: string;
  asked_at: Date;
  state: PreparedFile['state'];
  done: number;
  total: number | null;
  size: number | null;
  fault: string | null;
  ended_at: Date | null;
}

/** A file as it is answered. */
export function describePreparedFile(row: PreparedFileRow): PreparedFile {
  const until = row.ended_at?.toTemporalInstant().add({ hours: KEPT_HOURS });
  return {
    _id: row.id,
    kind: row.kind,
    name: row.name,
    state: row.state,
    askedBy: row.asked_by,
    askedAt: row.asked_at.toISOString(),
    progress: { done: row.done, of: row.total },
    fault: row.fault,
    size: row.size,
    endedAt: row.ended_at?.toISOString() ?? null,
    until: row.state === 'ready' && until ? until.toString({ smallestUnit: 'millisecond' }) : null,
  };
}

/** Seconds within which fetching has to begin. */
export const BEGIN_SECONDS = 60;

/** An address as it is answered. */
export function describeAddress(address: string, now: Temporal.Instant): { address: string; until: string } {
  return { address, until: now.add({ seconds: BEGIN_SECONDS }).toString({ smallestUnit: 'millisecond' }) };
}
