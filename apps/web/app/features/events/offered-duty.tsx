import type { EventDuty } from '@anupalan/contract/events/duties';
import { describeDeadline } from '@anupalan/domain/events/deadline';
import { Button, Group } from '@mantine/core';
import { useDecideDuty } from './calls.ts';
import { describeDue, describeLeft } from './describe-event.ts';
import classes from './events.module.css';

type Props = { eventId: string; duty: EventDuty; now: Temporal.Instant; mayDecide: boolean };

/** A duty with a condition: somebody says whether that holds (R-events-7). */
export function OfferedDuty({ eventId, duty, now, mayDecide }: Props) {
  const decide = useDecideDuty({ id: eventId, dutyId: duty._id });
  const due = [describeDeadline(duty.deadline), duty.dueDay && describeDue(duty), describeLeft(duty, now)];
  return (
    <li className={classes.offer}>
      <div className={classes.what}>
        <span className={classes.title}>{duty.condition}</span>
        <span className={classes.about}>
          {duty.title} · {due.filter(Boolean).join(' · ')}
        </span>
      </div>
      {mayDecide && (
        <Group gap={6} wrap="nowrap">
          <Button
            variant="light"
            size="compact-sm"
            disabled={decide.isPending}
            aria-label={`Yes: ${duty.title}`}
            onClick={() => decide.mutate(true)}
          >
            Yes
          </Button>
          {duty.applies === null && (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              disabled={decide.isPending}
              aria-label={`No: ${duty.title}`}
              onClick={() => decide.mutate(false)}
            >
              No
            </Button>
          )}
        </Group>
      )}
    </li>
  );
}
