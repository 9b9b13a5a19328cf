import type { CompanyEvent } from '@anupalan/contract/events/events';
import { can } from '@anupalan/domain/permissions';
import { stateLabel } from '@anupalan/domain/states';
import { isResolved } from '@anupalan/domain/statuses';
import { Button, Group, Text, Title } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useActor } from '../../lib/session/actor.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useColleagues } from '../assignments/use-colleagues.ts';
import { useCloseEvent } from './calls.ts';
import { ChangeEventForm } from './change-event-form.tsx';
import { describeHappened } from './describe-event.ts';
import { DutyLine } from './duty-line.tsx';
import classes from './events.module.css';
import { OfferedDuty } from './offered-duty.tsx';

/** One event with its duties by deadline, and those that somebody has to say of whether they apply. */
export function EventCard({ event, now }: { event: CompanyEvent; now: Temporal.Instant }) {
  const { kindName, label, asks, visibility, happenedAt, number, state, duties, offered, closedAt } = event;
  const actor = useActor();
  const mayRecord = can(actor, 'events.record');
  const others = [event.recordedBy, ...event.named].filter((id) => id !== actor?.userId);
  const [dialog, setDialog] = useState<'change' | 'close' | null>(null);
  const closing = useCloseEvent(event._id);
  const colleagues = useColleagues();
  const headingId = useId();
  const undecided = offered.filter(({ applies }) => applies === null);
  const declined = offered.filter(({ applies }) => applies === false);
  const left = duties.filter(({ recorded }) => !isResolved(recorded ?? undefined)).length;
  const acts = mayRecord && closedAt === null;
  const about = [
    describeHappened(happenedAt, asks.time),
    state !== '-' && stateLabel(state),
    number !== null && `${number.toLocaleString('en-IN')} people`,
    closedAt !== null && 'Closed',
  ];
  const close = () => {
    if (left === 0) closing.mutate(true);
    else setDialog('close');
  };
  return (
    <article className={classes.card} aria-labelledby={headingId}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div className={classes.heading}>
          <Title order={2} size="h4" id={headingId}>
            {label}
          </Title>
          <Text size="sm" c="dimmed">
            {[kindName, ...about.filter(Boolean)].join(' · ')}
          </Text>
          {visibility === 'named' && (
            <Text size="sm" className={classes.restricted}>
              <IconLock size={15} stroke={2} aria-hidden /> Seen by you
              {others.length > 0 && ` and ${AND.format(others.map((id) => colleagues?.nameOf(id) ?? 'others'))}`} alone
            </Text>
          )}
        </div>
        {mayRecord && (
          <Group gap="xs">
            {closedAt === null ? (
              <>
                <Button variant="default" size="compact-sm" onClick={() => setDialog('change')}>
                  Change
                </Button>
                <Button variant="default" size="compact-sm" loading={closing.isPending} onClick={close}>
                  Close
                </Button>
              </>
            ) : (
              <Button
                variant="default"
                size="compact-sm"
                loading={closing.isPending}
                onClick={() => closing.mutate(false)}
              >
                Reopen
              </Button>
            )}
          </Group>
        )}
      </Group>
      {duties.length + undecided.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing has to be done that has a deadline.
        </Text>
      )}
      {duties.length > 0 && (
        <ul className={classes.duties} aria-label="Duties">
          {duties.map((duty) => (
            <DutyLine key={duty._id} event={event} duty={duty} now={now} mayRecord={acts} />
          ))}
        </ul>
      )}
      {undecided.length > 0 && (
        <section aria-label={`Does this hold? ${label}`}>
          <Title order={3} size="h6" mb={4}>
            Does this hold?
          </Title>
          <ul className={classes.offers}>
            {undecided.map((duty) => (
              <OfferedDuty key={duty._id} eventId={event._id} duty={duty} now={now} mayDecide={acts} />
            ))}
          </ul>
        </section>
      )}
      {declined.length > 0 && (
        <details className={classes.declined}>
          <summary>
            {declined.length === 1 ? '1 duty does not apply' : `${declined.length} duties do not apply`}
          </summary>
          <ul className={classes.offers}>
            {declined.map((duty) => (
              <OfferedDuty key={duty._id} eventId={event._id} duty={duty} now={now} mayDecide={acts} />
            ))}
          </ul>
        </details>
      )}
      <FormDialog opened={dialog === 'change'} title={`Change ${label}`} onClose={() => setDialog(null)}>
        {(leave) => <ChangeEventForm event={event} onDone={() => setDialog(null)} onCancel={leave} />}
      </FormDialog>
      <ConfirmDialog
        opened={dialog === 'close'}
        action="Close event"
        question={`${left === 1 ? '1 duty is' : `${left} duties are`} not done with. Close ${label} all the same? It leaves the table and the calendar, and can be reopened.`}
        busy={closing.isPending}
        onConfirm={() => closing.mutate(true, { onSettled: () => setDialog(null) })}
        onClose={() => setDialog(null)}
      />
    </article>
  );
}

const AND = new Intl.ListFormat('en', { type: 'conjunction' });
