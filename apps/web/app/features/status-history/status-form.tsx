import { NewNote, StatusUpdate } from '@anupalan/contract/status-history';
import { toIsoMidnight } from '@anupalan/domain/calendar-day';
import { type RecordedStatuses, statusOn } from '@anupalan/domain/occurrence';
import { type Actor, can } from '@anupalan/domain/permissions';
import type { Status } from '@anupalan/domain/statuses';
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import type { z } from 'zod';
import { DayInput } from '../../ui/day-input.tsx';
import { useUnsent } from '../../ui/unsent.ts';
import { useAddNote } from './add-note.ts';
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

/** Records a status, and a note if there is one, for a day; or the note alone, where the plan includes that. */
export function StatusForm({ itemId, actor, recorded, day, onDay, today }: Props) {
  const update = useUpdateStatus();
  const addNote = useAddNote();
  const [choice, setChoice] = useState<{ day: string; status: Status } | null>(null);
  const [unreadable, setUnreadable] = useState('');
  const [note, setNote] = useState('');
  const [faults, setFaults] = useState<{ forDate?: string; note?: string }>({});
  const noteBox = useRef<HTMLTextAreaElement>(null);
  useUnsent(note.trim() !== '');
  const current = day && statusOn(day, { recorded, today });
  // A choice is about its day; on another day it is open again.
  const chosen = choice?.day === String(day) ? choice.status : null;
  const status = chosen ?? (current && can(actor, 'status-history.record', current) ? current : 'pending');

  const about = { userId: actor.userId, forDate: day ? toIsoMidnight(day) : unreadable, note };

  function submitStatus(event: FormEvent) {
    event.preventDefault();
    const parsed = StatusUpdate.safeParse({ ...about, status });
    if (!parsed.success) return refuse(parsed.error);
    const { note: text = '', ...record } = parsed.data;
    update.mutate({ ...record, complianceId: itemId, note: text }, { onSuccess: startOver });
  }

  function submitNote() {
    const parsed = NewNote.safeParse(about);
    if (!parsed.success) return refuse(parsed.error);
    const { forDate, note: text } = parsed.data;
    addNote.mutate({ complianceId: itemId, userId: actor.userId, forDate, note: text }, { onSuccess: clearNote });
  }

  function refuse({ issues }: z.ZodError) {
    const messageOn = (field: string) => issues.find(({ path }) => path[0] === field)?.message;
    const [forDate, noteFault] = [messageOn('forDate'), messageOn('note')];
    setFaults({ ...(forDate && { forDate }), ...(noteFault && { note: noteFault }) });
    if (!forDate && noteFault) noteBox.current?.focus();
    toast.error(issues[0]?.message ?? 'Failed to update status');
  }

  function startOver() {
    setChoice(null);
    clearNote();
  }

  /** What was typed meanwhile stays. */
  function clearNote() {
    setNote((now) => (now === note ? '' : now));
  }

  return (
    <form onSubmit={submitStatus} noValidate>
      <Stack gap="md">
        <div>
          <DayInput
            label="Date"
            required
            value={day}
            error={faults.forDate}
            onChange={(picked, text) => {
              setFaults({});
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
          ref={noteBox}
          value={note}
          error={faults.note}
          onChange={(event) => {
            setFaults({});
            setNote(event.currentTarget.value);
          }}
        />
        <Group gap="sm" grow preventGrowOverflow={false}>
          <Button type="submit" loading={update.isPending}>
            Update Status
          </Button>
          {can(actor, 'status-history.add-note') && (
            <Button variant="default" loading={addNote.isPending} onClick={submitNote}>
              Add Note
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
