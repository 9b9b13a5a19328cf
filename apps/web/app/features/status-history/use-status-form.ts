import { NewNote, StatusUpdate } from '@anupalan/contract/status-history';
import { toIsoMidnight } from '@anupalan/domain/calendar-day';
import { type RecordedStatuses, statusOn } from '@anupalan/domain/occurrence';
import { can } from '@anupalan/domain/permissions';
import type { Actor } from '@anupalan/domain/permissions/actor';
import type { Status } from '@anupalan/domain/statuses';
import { type FormEvent, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import type { z } from 'zod';
import { UnsentForms, useCounted } from '../../ui/dialogs/use-counted.ts';
import { useAddNote, useUpdateStatus } from './calls.ts';

export type StatusFormContext = {
  itemId: string;
  actor: Actor;
  recorded: RecordedStatuses;
  day: Temporal.PlainDate | null;
  onDay: (day: Temporal.PlainDate | null) => void;
  today: Temporal.PlainDate;
};

/** State of {@link StatusForm}: choice, note and faults of the day, with its two calls. */
export function useStatusForm({ itemId, actor, recorded, day, onDay, today }: StatusFormContext) {
  const update = useUpdateStatus();
  const addNote = useAddNote();
  const [choice, setChoice] = useState<{ day: string; status: Status } | null>(null);
  const [unreadable, setUnreadable] = useState('');
  const [note, setNote] = useState('');
  const [faults, setFaults] = useState<{ forDate?: string; note?: string }>({});
  const noteBox = useRef<HTMLTextAreaElement>(null);
  useCounted(UnsentForms, note.trim() !== '');
  const current = day && statusOn(day, { recorded, today });
  // Choices hold for one day only.
  const chosen = choice?.day === String(day) ? choice.status : null;
  const status = chosen ?? (current && can(actor, 'status-history.record', current) ? current : 'pending');
  const about = { userId: actor.userId, forDate: day ? toIsoMidnight(day) : unreadable, note };

  function pickDay(picked: Temporal.PlainDate | null, text: string) {
    setFaults({});
    setUnreadable(text);
    onDay(picked);
  }

  function typeNote(text: string) {
    setFaults({});
    setNote(text);
  }

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

  /** Text typed while the call was on its way stays. */
  function clearNote() {
    setNote((now) => (now === note ? '' : now));
  }

  return {
    current,
    status,
    chooseStatus: (picked: Status) => setChoice({ day: String(day), status: picked }),
    pickDay,
    note,
    typeNote,
    noteBox,
    faults,
    submitStatus,
    submitNote,
    isUpdating: update.isPending,
    isAddingNote: addNote.isPending,
  };
}
