import type { CustomReminder } from '@anupalan/contract/compliance-items';
import { can } from '@anupalan/domain/permissions';
import { Button } from '@mantine/core';
import { type Icon, IconBell, IconBellRinging, IconCheck } from '@tabler/icons-react';
import { useActor } from '../../lib/session/actor.ts';
import { formatInstant } from '../../lib/time/dates.ts';
import { DeleteButton } from '../../ui/forms/delete-button.tsx';
import { RecordLine } from '../../ui/lists/record-list.tsx';
import { useAcknowledgeReminder, useDeleteReminder } from './calls.ts';
import classes from './reminder-line.module.css';
import { type ReminderState, reminderStateOf } from './reminder-state.ts';

const STATES: Readonly<Record<ReminderState, { label: string; StateIcon: Icon }>> = {
  upcoming: { label: 'Upcoming', StateIcon: IconBell },
  due: { label: 'Due', StateIcon: IconBellRinging },
  acknowledged: { label: 'Acknowledged', StateIcon: IconCheck },
};

type Props = { reminder: CustomReminder; viewerId: string; now: Temporal.Instant };

export function ReminderLine({ reminder, viewerId, now }: Props) {
  const acknowledge = useAcknowledgeReminder(reminder);
  const remove = useDeleteReminder(reminder);
  const state = reminderStateOf(reminder, now);
  const { label, StateIcon } = STATES[state];
  const when = formatInstant(reminder.reminderDate);
  const changeable = can(useActor(), 'reminders.change', { userId: viewerId });
  return (
    <RecordLine
      title={<time dateTime={reminder.reminderDate}>{when}</time>}
      aside={
        <span className={classes.state} data-state={state}>
          <StateIcon size={14} stroke={2} aria-hidden />
          {label}
        </span>
      }
    >
      {changeable && state !== 'acknowledged' && (
        <Button
          variant="default"
          size="compact-sm"
          loading={acknowledge.isPending}
          onClick={() => acknowledge.mutate({ userId: viewerId })}
        >
          Acknowledge
        </Button>
      )}
      {changeable && (
        <DeleteButton
          name={`Delete reminder, ${when}`}
          question="Are you sure you want to delete this reminder?"
          busy={remove.isPending}
          onDelete={(close) => remove.mutate({ userId: viewerId }, { onSettled: close })}
        />
      )}
    </RecordLine>
  );
}
