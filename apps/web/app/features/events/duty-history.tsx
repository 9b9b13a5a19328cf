import type { DutyRecord, EventDuty } from '@anupalan/contract/events/duties';
import { can } from '@anupalan/domain/permissions';
import { Button, Text, VisuallyHidden } from '@mantine/core';
import { useActor } from '../../lib/session/actor.ts';
import { useFocusAfterRemoval } from '../../lib/use-focus-after-removal.ts';
import { useColleagues } from '../assignments/colleagues-provider.tsx';
import { CheckOfDay } from '../status-history/check-of-day.tsx';
import { StatusBadge } from '../status-history/status-badge.tsx';
import { CHECKED_INSTEAD } from '../status-history/waiting-label.ts';
import { useTakeBackDuty } from './calls.ts';
import { describeMoment } from './describe-event.ts';
import classes from './events.module.css';
import { findTakeable } from './find-takeable.ts';

type Props = { eventId: string; duty: EventDuty; now: Temporal.Instant; mayRecord: boolean };

/** What was recorded of a duty, the newest first, and what waits for its check or came back (R-events-24). */
export function DutyHistory({ eventId, duty, now, mayRecord }: Props) {
  const { statusHistory, waiting, returned, assignment } = duty;
  const actor = useActor();
  const takeBack = useTakeBackDuty({ id: eventId, dutyId: duty._id });
  const list = useFocusAfterRemoval<HTMLUListElement>(statusHistory.length);
  const takeable = findTakeable(duty, now);
  const mayTakeBack =
    mayRecord && takeable !== null && can(actor, 'status-history.take-back', { userId: takeable.updatedBy });
  if (statusHistory.length === 0 && !waiting && !returned) return null;
  const button = mayTakeBack && (
    <Button
      variant="subtle"
      size="compact-xs"
      loading={takeBack.isPending}
      aria-label={`Take back, ${duty.title}`}
      onClick={() => takeBack.mutate(takeable._id)}
    >
      Take back
    </Button>
  );
  return (
    <div>
      <CheckOfDay entry={duty} checker={assignment.checker} />
      {waiting && button}
      {statusHistory.length > 0 && (
        <ul ref={list} tabIndex={-1} className={classes.history} aria-label="What was recorded">
          {statusHistory.toReversed().map((record) => (
            <li key={record._id} className={classes.record}>
              <RecordWords record={record} />
              {record._id === takeable?._id && button}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A record with its status, note and moment, by whom it is, and who checked it. */
function RecordWords({ record }: { record: DutyRecord }) {
  const { status, note, createdAt, updatedBy, takenBack, takesBack, checkedBy, checkNote, checkedInstead } = record;
  const colleagues = useColleagues();
  const viewerId = useActor()?.userId;
  const name = (userId: string) => (userId === viewerId ? 'you' : (colleagues?.nameOf(userId) ?? 'a colleague'));
  return (
    <div className={classes.recordWords}>
      <StatusBadge status={status} struck={takenBack} label={takesBack ? 'Taken back' : undefined} />
      {takenBack && <VisuallyHidden>, taken back</VisuallyHidden>}
      {note && <span className={classes.note}>{note}</span>}
      {checkNote && <span className={classes.note}>Checked: {checkNote}</span>}
      <Text size="xs" c="dimmed" component="time" dateTime={createdAt}>
        Recorded {describeMoment(createdAt)} by {name(updatedBy)}
        {checkedBy && ` · checked by ${name(checkedBy)}`}
        {checkedInstead && ` (${CHECKED_INSTEAD[checkedInstead]})`}
      </Text>
    </div>
  );
}
