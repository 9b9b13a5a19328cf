import { NewEvent } from '@anupalan/contract/events/events';
import { ACTIVITY_KINDS } from '@anupalan/contract/people/activity';
import { EVIDENCE_TYPES } from '@anupalan/contract/proof/evidence-files';
import { MAX_STREAMED_BYTES } from '@anupalan/contract/wire/files';
import { LIMITS, State } from '@anupalan/contract/wire/primitives';
import { VISIBILITIES } from '@anupalan/domain/events/event-kind';
import { NOTE, RESOLVED_STATUSES, STATUSES } from '@anupalan/domain/statuses';
import { z } from 'zod';
import { Day } from '../../../platform/files/file-values.ts';
import { type Columns, EventMoment, HERE, Moment, Note, Paise, PlannedMoment, sealedText, TIMES } from './columns.ts';
import {
  activityAbout,
  CatalogueKey,
  DutyDefinition,
  EventKindDefinition,
  FilingRow,
  LaterDays,
  people,
  Sha256,
  saidRecord,
  statusLines,
} from './definitions.ts';
import type { FileIds } from './ids.ts';
import { judgeEvidence } from './judge-evidence.ts';
import { assigned } from './profile-tables.ts';
import * as rules from './rules-of-rows.ts';

/** Why somebody else checks than the checker (R-checks-10). */
const INSTEAD = ['away', 'own', 'changed', 'gone'] as const;

/** People that a complaint, or a check of one, is for: those named at it and its recorder. */
const MOST_NAMED = 21;

/** People who changed what a check stands on. */
const MOST_CHANGED = 1_000;

const Status = z.enum(STATUSES);

/** What a company recorded, and the proof of it: of each column what the calls that write it let in. */
export function recordTables(ids: FileIds) {
  const { person } = ids;
  const checked = {
    ...{ checked_by: person.nullable(), checked_at: Moment.nullable() },
    ...{ check_note: Note.nullable(), check_instead: z.enum(INSTEAD).nullable() },
  };
  const said = saidRecord(ids).nullable();
  const dated = { workspace_id: HERE, compliance_item_id: ids.item, day: Day, written_in: HERE, imported: HERE };
  return {
    events: z
      .strictObject({
        workspace_id: HERE,
        id: ids.row('events'),
        kind: CatalogueKey,
        edition: sealedText(LIMITS.name),
        definition: EventKindDefinition,
        visibility: z.enum(VISIBILITIES),
        state: State,
        establishment_id: ids.own('establishments').nullable(),
        label: NewEvent.shape.label,
        happened_at: EventMoment,
        number: NewEvent.shape.number.unwrap(),
        later_days: LaterDays,
        named: people(ids, MOST_NAMED),
        recorded_by: person,
        closed_at: Moment.nullable(),
        place_id: ids.past.nullable(),
        ...TIMES,
      } satisfies Columns<'events'>)
      .superRefine(rules.judgeEvent),
    event_duties: z
      .strictObject({
        workspace_id: HERE,
        id: ids.row('event_duties'),
        event_id: ids.own('events'),
        position: z.int().min(0).max(10_000),
        title: sealedText(500),
        act_id: ids.pastAct.nullable(),
        act: sealedText(500).nullable(),
        condition: sealedText(LIMITS.message).nullable(),
        definition: DutyDefinition,
        standing: z.enum(['open', 'offered', 'declined', 'below']),
        ...{ due_day: Day.nullable(), due_at: PlannedMoment.nullable() },
        recorded: Status.nullable(),
        checking: said,
        settled_at: Moment.nullable(),
        filed_on: Day.nullable(),
      } satisfies Columns<'event_duties'>)
      .superRefine(rules.judgeDuty),
    evidence: z
      .strictObject({
        ...({
          ...{ workspace_id: HERE, file_id: HERE, said: HERE, written_in: HERE, imported: HERE },
          removal_imported: HERE,
          // It follows from what replaces what.
          replaced_by: HERE,
          id: ids.row('evidence'),
          subject_kind: z.enum(['record', 'duty', 'payment-date', 'submission-date', 'registration']),
          subject_id: ids.past,
          item_id: ids.item.nullable(),
          day: Day.nullable(),
          replaces: ids.past.nullable(),
          name: sealedText(LIMITS.url).min(1),
          type: z.enum(EVIDENCE_TYPES),
          media_type: z.string().max(LIMITS.name),
          size: z.int().min(1).max(MAX_STREAMED_BYTES),
          sha256: Sha256,
          document_day: Day.nullable(),
          number: sealedText(LIMITS.name).nullable(),
          amount_paise: Paise.nullable(),
          ...{ by: person, impersonator: person.nullable(), at: Moment, attached_at: Moment },
          ...{ removed_at: Moment.nullable(), removed_by: person.nullable(), removed_impersonator: person.nullable() },
          removed_reason: Note.nullable(),
        } satisfies Columns<'evidence'>),
        /** Where its bytes are in the archive. */
        path: sealedText(LIMITS.url).optional(),
      })
      .superRefine(judgeEvidence),
    inherited_evidence: z.strictObject({
      workspace_id: HERE,
      record_id: ids.past,
      evidence_id: ids.own('evidence'),
    } satisfies Columns<'inherited_evidence'>),
    status_entries: z.strictObject({
      workspace_id: HERE,
      ...{ compliance_item_id: ids.item, day: Day, id: ids.row('status_entries') },
      user_id: person.nullable(),
      current_status: Status,
      checking: said,
      settled_at: Moment.nullable(),
      lines: statusLines(ids).nullable(),
      ...TIMES,
    } satisfies Columns<'status_entries'>),
    status_records: z
      .strictObject({
        ...dated,
        id: ids.row('status_records'),
        status: z.enum([...STATUSES, NOTE]),
        note: Note,
        ...{ updated_by: person.nullable(), impersonator_id: person.nullable() },
        ...assigned(ids),
        no_evidence_reason: Note.nullable(),
        ...checked,
        filing: FilingRow.nullable(),
        counterpart: ids.past.nullable(),
        registration_id: ids.own('registrations').nullable(),
        ...TIMES,
      } satisfies Columns<'status_records'>)
      .superRefine(rules.judgeCheck)
      .superRefine(rules.judgeFiling),
    payment_dates: z.strictObject({
      ...dated,
      id: ids.row('payment_dates'),
      user_id: person.nullable(),
      amount_paise: Paise,
      description: sealedText(LIMITS.line),
      created_at: Moment,
    } satisfies Columns<'payment_dates'>),
    submission_dates: z.strictObject({
      ...dated,
      id: ids.row('submission_dates'),
      user_id: person.nullable(),
      description: Note.min(1),
      created_at: Moment,
    } satisfies Columns<'submission_dates'>),
    custom_reminders: z.strictObject({
      ...{ workspace_id: HERE, user_id: HERE },
      id: ids.row('custom_reminders'),
      compliance_item_id: ids.item,
      reminder_at: PlannedMoment,
      acknowledged_at: Moment.nullable(),
      ...TIMES,
    } satisfies Columns<'custom_reminders'>),
    event_duty_records: z
      .strictObject({
        ...{ workspace_id: HERE, written_in: HERE, imported: HERE },
        id: ids.row('event_duty_records'),
        duty_id: ids.own('event_duties'),
        status: z.enum([...STATUSES, NOTE]),
        note: Note,
        ...{ updated_by: person, impersonator_id: person.nullable() },
        created_at: Moment,
        takes_back: ids.own('event_duty_records').nullable(),
        no_evidence_reason: Note.nullable(),
        ...assigned(ids),
        ...checked,
        filing: FilingRow.nullable(),
      } satisfies Columns<'event_duty_records'>)
      .superRefine(rules.judgeCheck)
      .superRefine(rules.judgeDutyRecord),
    checks: z
      .strictObject({
        ...{ workspace_id: HERE, imported: HERE },
        id: ids.row('checks'),
        ...{ compliance_item_id: ids.item.nullable(), day: Day.nullable() },
        duty_id: ids.own('event_duties').nullable(),
        status: z.enum(RESOLVED_STATUSES),
        note: Note,
        no_evidence_reason: Note.nullable(),
        made_at: Moment,
        ...{ author_id: person, impersonator_id: person.nullable(), in_name_of: person },
        ...assigned(ids),
        waits_for: person.nullable(),
        reason: z.enum(['own', 'changed', 'gone']).nullable(),
        outcome: z.enum(['approved', 'returned', 'replaced', 'taken-back']).nullable(),
        decided_at: Moment.nullable(),
        ...{ decided_by: person.nullable(), decider_impersonator_id: person.nullable() },
        decision: Note.nullable(),
        stands_in: z.enum(INSTEAD).nullable(),
        filing: FilingRow.nullable(),
        registration_id: ids.own('registrations').nullable(),
        again_of: ids.past.nullable(),
        settled_from: Moment.nullable(),
        changed_by: people(ids, MOST_CHANGED),
        seen_by: people(ids, MOST_NAMED).nullable(),
        batch_id: ids.past.nullable(),
      } satisfies Columns<'checks'>)
      .superRefine(rules.judgeFiling),
    approved_figures: z.strictObject({
      workspace_id: HERE,
      thing_id: ids.past,
      record_id: ids.own('checks'),
      kind: z.enum(['payment-date', 'submission-date', 'evidence']),
      figure: sealedText(LIMITS.url),
    } satisfies Columns<'approved_figures'>),
    activity: z.strictObject({
      ...{ workspace_id: HERE, written_in: HERE, imported: HERE },
      id: ids.row('activity'),
      at: Moment,
      ...{ by: person.nullable(), impersonator: person.nullable() },
      what: z.enum(ACTIVITY_KINDS),
      about: activityAbout(ids),
    } satisfies Columns<'activity'>),
  };
}
