import { LIMITS } from '@anupalan/contract/primitives';
import { StatusUpdate } from '@anupalan/contract/status-history';
import { toIsoMidnight } from '@anupalan/domain/calendar-day';
import { type RecordedStatuses, statusOn } from '@anupalan/domain/occurrence';
import { type Actor, can } from '@anupalan/domain/permissions';
import type { Status } from '@anupalan/domain/statuses';
import { Button, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import toast from 'react-hot-toast';
import { DayInput } from '../../ui/day-input.tsx';
import { StatusBadge } from './status-badge.tsx';
import { StatusChoice } from './status-choice.tsx';
import classes from './status-form.module.css';
import { useUpdateStatus } from './update-status.ts';

type Props = {
  itemId: string;
  actor: Actor;
  recorded: RecordedStatuses;
  day: Temporal.PlainDate | null;
  onDay: (day: Temporal.PlainDate | null) => void;
  today: Temporal.PlainDate;
};

/** Records a status, and a note if there is one, for a day. */
export function StatusForm({ itemId, actor, recorded, day, onDay, today }: Props) {
  const update = useUpdateStatus();
  const [choice, setChoice] = useState<{ day: string; status: Status } | null>(null);
  const [unreadable, setUnreadable] = useState('');
  const [note, setNote] = useState('');
  const [dayFault, setDayFault] = useState<string>();
  const current = day && statusOn(day, { recorded, today });
  // A choice is about its day; on another day it is open again.
  const chosen = choice?.day === String(day) ? choice.status : null;
  const status = chosen ?? (current && can(actor, 'status-history.record', current) ? current : 'pending');

  function submit(event: FormEvent) {
    event.preventDefault();
    const parsed = StatusUpdate.safeParse({
      userId: actor.userId,
      status,
      forDate: day ? toIsoMidnight(day) : unreadable,
      note,
    });
    if (!parsed.success) return refuse(parsed.error.issues[0]?.message);
    const { userId, forDate } = parsed.data;
    update.mutate(
      { complianceId: itemId, userId, status, forDate, note: parsed.data.note ?? '' },
      { onSuccess: startOver },
    );
  }

  function refuse(message = 'Failed to update status') {
    if (!day) setDayFault(message);
    toast.error(message);
  }

  function startOver() {
    setChoice(null);
    setNote('');
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <div>
          <DayInput
            label="Date"
            required
            value={day}
            error={dayFault}
            onChange={(picked, text) => {
              setDayFault(undefined);
              setUnreadable(text);
              onDay(picked);
            }}
          />
          {current && (
            <Text size="sm" c="dimmed" className={classes.current ?? ''}>
              Status on this date: <StatusBadge status={current} />
            </Text>
          )}
        </div>
        <StatusChoice
          actor={actor}
          value={status}
          onChange={(picked) => setChoice({ day: String(day), status: picked })}
        />
        <Textarea
          label="Note"
          placeholder="Challan number, who filed it, what is missing…"
          rows={3}
          maxLength={LIMITS.note}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Button type="submit" loading={update.isPending}>
          Update Status
        </Button>
      </Stack>
    </form>
  );
}
