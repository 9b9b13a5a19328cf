import type { DutyRecord, EventDuty, OpenDuty } from '@anupalan/contract/events/duties';
import type { CompanyEvent } from '@anupalan/contract/events/events';
import { Filing } from '@anupalan/contract/fields/filing';
import type { EvidenceLine } from '@anupalan/contract/proof/evidence-lines';
import type { Assignment } from '@anupalan/domain/assignments';
import { storedDay, toIsoMidnight } from '@anupalan/domain/calendar-day';
import type { Due } from '@anupalan/domain/events/deadline';
import { compareDue, statusOf } from '@anupalan/domain/events/duty';
import type { Selectable } from 'kysely';
import type { EventDuties, EventDutyRecords, Events } from '../../platform/postgres/database-schema.ts';
import { readDay } from '../../platform/postgres/prepared-statement.ts';
import { presentSaid, type Said, SaidRecord } from '../status-history/checks/said.ts';

export type EventRow = Selectable<Events>;
export type DutyRow = Selectable<EventDuties>;
export type RecordRow = Pick<
  Selectable<EventDutyRecords>,
  | ('id' | 'duty_id' | 'status' | 'note' | 'updated_by' | 'created_at')
  | ('checked_by' | 'checked_at' | 'check_note' | 'check_instead' | 'no_evidence_reason' | 'filing' | 'takes_back')
  | 'imported'
>;

/** An open duty with what its line says of its event. */
export type OpenDutyRow = PartsRow &
  Pick<DutyRow, 'event_id' | 'checking'> &
  Pick<EventRow, 'label' | 'visibility'> & { readonly kindName: string };

/** What is told of a duty wherever it is. */
type PartsRow = Pick<DutyRow, 'id' | 'title' | 'act_id' | 'act' | 'due_day' | 'due_at' | 'recorded'> & {
  readonly definition: Pick<DutyRow['definition'], 'deadline' | 'state' | 'confidence'>;
};

/** How the reader sees duties: when, with which people, and without which texts. */
export interface Reading {
  readonly now: Temporal.Instant;
  readonly assign: (actId: string | null) => Assignment;
  readonly locked: EventDuty['locked'];
  /** Whether the reader sees more than the newest record, and notes (R-events-14). */
  readonly readsHistory: boolean;
}

export const NOBODY: Assignment = { responsible: null, deputy: null, checker: null };

/** The texts of what was recorded are those of the event: later editions change nothing (R-events-8). */
export function presentEvent(
  row: EventRow,
  duties: readonly DutyRow[],
  records: ReadonlyMap<string, readonly RecordRow[]>,
  reading: Reading & { readonly files: ReadonlyMap<string, EvidenceLine[]> },
): CompanyEvent {
  const isRestricted = row.visibility === 'named';
  const present = (duty: DutyRow) => ({
    ...presentDuty(duty, records.get(duty.id) ?? [], reading, isRestricted),
    evidence: reading.files.get(duty.id) ?? [],
  });
  const isIn = (...standings: DutyRow['standing'][]) =>
    duties
      .filter(({ standing }) => standings.includes(standing))
      .sort(compareDuties)
      .map(present);
  return {
    _id: row.id,
    kind: row.kind,
    kindName: row.definition.name,
    asks: { ...row.definition.asks, laterDays: [...row.definition.asks.laterDays] },
    visibility: row.visibility,
    state: row.state,
    establishmentId: row.establishment_id,
    label: row.label,
    happenedAt: row.happened_at.toISOString(),
    number: row.number,
    laterDays: row.later_days,
    named: row.named,
    recordedBy: row.recorded_by,
    edition: row.edition,
    duties: isIn('open'),
    offered: isIn('offered', 'declined'),
    closedAt: row.closed_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Nobody is told of a restricted duty by being responsible for others of its act. */
function presentDuty(
  row: DutyRow,
  records: readonly RecordRow[],
  { now, assign, locked, readsHistory }: Reading,
  isRestricted: boolean,
): EventDuty {
  const { definition } = row;
  const unlessLocked = (text: 'form' | 'authority' | 'penalty' | 'portal') =>
    locked.includes(text) ? '' : definition[text];
  return {
    ...presentParts(row, now),
    ...presentChecking(row, readsHistory),
    key: definition.key,
    description: definition.description,
    condition: row.condition,
    applies: appliesOf(row),
    countedFrom: definition.countedFrom,
    statusHistory: presentRecords(records, readsHistory),
    assignment: isRestricted ? NOBODY : assign(row.act_id),
    form: unlessLocked('form'),
    authority: unlessLocked('authority'),
    penalty: unlessLocked('penalty'),
    portal: unlessLocked('portal'),
    locked: [...locked],
    source: definition.source,
    checkedOn: readDay(definition.checkedOn),
    notes: definition.notes,
  };
}

export function presentOpenDuty(row: OpenDutyRow, { now, assign }: Pick<Reading, 'now' | 'assign'>): OpenDuty {
  const { visibility, label } = row;
  return {
    ...presentParts(row, now),
    waiting: presentChecking(row, false).waiting?.status ?? null,
    assignment: visibility === 'named' ? NOBODY : assign(row.act_id),
    eventId: row.event_id,
    kindName: row.kindName,
    label,
    visibility,
  };
}

function presentParts(row: PartsRow, now: Temporal.Instant) {
  const due = dueOfRow(row);
  const { deadline, state, confidence } = row.definition;
  return {
    _id: row.id,
    title: row.title,
    actId: row.act_id,
    act: row.act,
    state,
    deadline,
    dueDay: due && toIsoMidnight(due.day),
    dueAt: due?.at ? toIsoInstant(due.at) : null,
    recorded: row.recorded,
    confidence,
    status: statusOf({ due, recorded: row.recorded ?? undefined }, now),
  };
}

function appliesOf({ condition, standing }: DutyRow): boolean | null {
  if (condition === null || standing === 'offered') return null;
  return standing === 'open';
}

/** What waits or came back is told to all who see the duty, with why it came back; its note not to the free plan. */
function presentChecking({ checking }: Pick<DutyRow, 'checking'>, readsHistory: boolean): Said {
  const { waiting, returned } = presentSaid(checking === null ? null : SaidRecord.parse(checking));
  const lock = <T extends { note: string }>(record: T): T => (readsHistory ? record : { ...record, note: '' });
  return { waiting: waiting && lock(waiting), ...(returned && { returned: lock(returned) }) };
}

function presentRecords(records: readonly RecordRow[], readsHistory: boolean): DutyRecord[] {
  const takenBack = new Set(records.map(({ takes_back }) => takes_back));
  if (readsHistory) return records.map((record) => presentRecord(record, takenBack));
  const counting = records.filter(({ id, takes_back }) => takes_back === null && !takenBack.has(id));
  return counting
    .slice(-1)
    .map((record) => presentRecord({ ...record, note: '', check_note: null, no_evidence_reason: null }, takenBack));
}

function presentRecord(record: RecordRow, takenBack: ReadonlySet<string | null>): DutyRecord {
  const { checked_by, checked_at, check_note, check_instead, no_evidence_reason, filing, takes_back } = record;
  return {
    _id: record.id,
    status: record.status,
    note: record.note,
    updatedBy: record.updated_by,
    createdAt: record.created_at.toISOString(),
    ...(record.imported && { imported: true as const }),
    ...(checked_by !== null && { checkedBy: checked_by }),
    ...(checked_at !== null && { checkedAt: checked_at.toISOString() }),
    ...(check_note && { checkNote: check_note }),
    ...(check_instead !== null && { checkedInstead: check_instead }),
    ...(no_evidence_reason !== null && { noEvidenceReason: no_evidence_reason }),
    ...(filing !== null && { filing: Filing.parse(filing) }),
    ...(takes_back !== null && { takesBack: takes_back }),
    ...(takenBack.has(record.id) && { takenBack: true as const }),
  };
}

/** When a duty is due, as its row says. */
export function dueOfRow({ due_day, due_at }: Pick<DutyRow, 'due_day' | 'due_at'>): Due | null {
  if (due_day === null) return null;
  const at = due_at && Temporal.Instant.fromEpochMilliseconds(due_at.getTime());
  return { day: storedDay(due_day), at };
}

function compareDuties(one: DutyRow, other: DutyRow): number {
  return compareDue(dueOfRow(one), dueOfRow(other)) || one.position - other.position;
}

/** A moment as the contract writes it. */
export function toIsoInstant(moment: Temporal.Instant): string {
  return moment.toString({ smallestUnit: 'millisecond' });
}
