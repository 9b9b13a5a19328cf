import type { DutyRecord, EventDuty } from '@anupalan/contract/events/duties';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import { can } from '@anupalan/domain/permissions';
import { Button, Text, VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import { useActor } from '../../../lib/session/actor.ts';
import { formatInstant } from '../../../lib/time/dates.ts';
import { useFocusAfterRemoval } from '../../../lib/use-focus-after-removal.ts';
import { type BroughtNames, useBroughtNames } from '../../assignments/brought-people.ts';
import { useColleagues } from '../../assignments/use-colleagues.ts';
import { CheckOfDay } from '../../status-history/check-of-day.tsx';
import { StatusBadge } from '../../status-history/status-badge.tsx';
import { CHECKED_INSTEAD } from '../../status-history/waiting-label.ts';
import { useTakeBackDuty } from '../calls.ts';
import classes from '../events.module.css';
import { findTakeable, type Recorded } from './find-takeable.ts';

type Props = { eventId: string; duty: EventDuty; now: Temporal.Instant; mayRecord: boolean };

/** What was recorded of a duty, the newest first, with what was taken back (R-events-24, R-events-25). */
export function DutyHistory({ eventId, duty, now, mayRecord }: Props) {
  const { statusHistory } = duty;
  const headingId = useId();
  const list = useFocusAfterRemoval<HTMLUListElement>(statusHistory.length);
  const takeable = findTakeable(duty, now);
  const brought = useBroughtNames(
    statusHistory.flatMap(({ updatedBy, checkedBy }) => (checkedBy ? [updatedBy, checkedBy] : [updatedBy])),
  );
  if (statusHistory.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={550} id={headingId}>
        What was recorded
      </Text>
      <ul ref={list} tabIndex={-1} className={classes.history} aria-labelledby={headingId}>
        {statusHistory.toReversed().map((record) => (
          <li key={record._id} className={classes.record}>
            <RecordWords record={record} brought={brought} />
            {mayRecord && record._id === takeable?._id && (
              <TakeBackDuty eventId={eventId} duty={duty} record={record} />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A record with its status, note and moment, by whom it is, and who checked it. */
function RecordWords({ record, brought }: { record: DutyRecord; brought: BroughtNames }) {
  const { status, note, createdAt, updatedBy, takenBack, takesBack, checkedBy, checkNote, checkedInstead, filing } =
    record;
  const colleagues = useColleagues();
  const viewerId = useActor()?.userId;
  const name = (userId: string) =>
    userId === viewerId ? 'you' : (brought.nameOf(userId) ?? colleagues?.nameOf(userId) ?? 'a colleague');
  return (
    <div className={classes.recordWords}>
      <StatusBadge status={status} struck={takenBack} label={takesBack ? 'Taken back' : undefined} />
      {takenBack && <VisuallyHidden>, taken back</VisuallyHidden>}
      {note && <span className={classes.note}>{note}</span>}
      {record.noEvidenceReason && <span className={classes.note}>No evidence: {record.noEvidenceReason}</span>}
      {checkNote && <span className={classes.note}>Checked: {checkNote}</span>}
      <Text size="xs" c="dimmed" component="time" dateTime={createdAt}>
        {filing?.filedOn && `Done or filed on ${formatIsoDay(filing.filedOn)} · `}
        Recorded {formatInstant(createdAt)} by {name(updatedBy)}
        {checkedBy && ` · checked by ${name(checkedBy)}`}
        {checkedInstead && ` (${CHECKED_INSTEAD[checkedInstead]})`}
        {record.imported && ' · imported'}
      </Text>
    </div>
  );
}

/** What waits for its check, for an hour with the way to take it back, or came back with the reason (R-events-24). */
export function DutyCheck({ eventId, duty, now, mayRecord }: Props) {
  const takeable = findTakeable(duty, now);
  return (
    <>
      <CheckOfDay entry={duty} checker={duty.assignment.checker} />
      {mayRecord && duty.waiting && takeable && <TakeBackDuty eventId={eventId} duty={duty} record={takeable} />}
    </>
  );
}

type TakeBackProps = Pick<Props, 'eventId' | 'duty'> & { record: Recorded };

/** Button that takes a record back, for its author and managers (R-events-25). */
function TakeBackDuty({ eventId, duty, record }: TakeBackProps) {
  const takeBack = useTakeBackDuty({ id: eventId, dutyId: duty._id });
  if (!can(useActor(), 'status-history.take-back', { userId: record.updatedBy })) return null;
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      loading={takeBack.isPending}
      aria-label={`Take back, ${duty.title}`}
      onClick={() => takeBack.mutate(record._id)}
    >
      Take back
    </Button>
  );
}
