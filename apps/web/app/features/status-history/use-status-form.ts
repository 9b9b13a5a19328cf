import { NewNote, StatusUpdate } from '@anupalan/contract/status-history';
import { toIsoMidnight } from '@anupalan/domain/calendar-day';
import { type RecordedStatuses, statusOn } from '@anupalan/domain/occurrence';
import { can } from '@anupalan/domain/permissions';
import type { Actor } from '@anupalan/domain/permissions/actor';
import type { Status } from '@anupalan/domain/statuses';
import { type FormEvent, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import type { z } from 'zod';
import { faultsOf } from '../../lib/forms/faults.ts';
import { UnsentForms, useCounted } from '../../ui/dialogs/use-counted.ts';
import { describeFacts, type Proposal } from '../evidence/said-words.ts';
import { type Attached, useFormFiles } from '../evidence/uploads/use-form-files.ts';
import { useAddNote, useUpdateStatus } from './calls.ts';
import type { AboutNumber } from './lines/optimistic-line.ts';

export type StatusFormContext = {
  itemId: string;
  actor: Actor;
  recorded: RecordedStatuses;
  day: Temporal.PlainDate | null;
  /** Day on which the occurrence of `day` really falls due. */
  legal?: Temporal.PlainDate | null;
  onDay: (day: Temporal.PlainDate | null) => void;
  today: Temporal.PlainDate;
  /** Whether the item has a checker, so that what settles the day may have to wait (R-checks-6). */
  hasChecker?: boolean | undefined;
  /** Whether a done needs evidence, or the reason why there is none (R-checks-20). */
  requiresEvidence?: boolean | undefined;
  /** The registration number that is recorded about, with how the day stands for it; undefined for all. */
  line?: (AboutNumber & { readonly status: Status }) | undefined;
  /** Whether it isn't known yet which numbers there are to record about. */
  isHeld?: boolean | undefined;
  /** Called when a status was recorded. */
  onRecorded?: (() => void) | undefined;
};

type StatusFaults = { forDate?: string; note?: string; noEvidenceReason?: string };

/** State of {@link StatusForm}: choice, note and faults of the day, with its two calls. */
export function useStatusForm(context: StatusFormContext) {
  const {
    itemId,
    actor,
    recorded,
    day,
    onDay,
    today,
    hasChecker,
    requiresEvidence = false,
    line,
    onRecorded,
  } = context;
  const update = useUpdateStatus();
  const addNote = useAddNote();
  const [choice, setChoice] = useState<{ of: string; status: Status } | null>(null);
  const [unreadable, setUnreadable] = useState('');
  const [note, setNote] = useState('');
  const [reason, setReason] = useState('');
  const [isReasonAsked, setReasonAsked] = useState(false);
  const [faults, setFaults] = useState<StatusFaults>({});
  const noteBox = useRef<HTMLTextAreaElement>(null);
  const reasonBox = useRef<HTMLTextAreaElement>(null);
  const files = useFormFiles();
  const { uploads } = files;
  useCounted(UnsentForms, note.trim() !== '' || uploads.list.length > 0);
  const current = day && statusOn(day, { recorded, today }, context.legal ?? day);
  const usual = line?.status ?? current;
  // Choices hold for one day only, and for one number.
  const choiceOf = `${day} ${line?.registrationId}`;
  const chosen = choice?.of === choiceOf ? choice.status : null;
  const status = chosen ?? (usual && can(actor, 'status-history.record', usual) ? usual : 'pending');
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

  function typeReason(text: string) {
    setFaults({});
    setReason(text);
  }

  const needsEvidence = status === 'done' && (requiresEvidence || isReasonAsked);
  const needsReason = needsEvidence && uploads.list.length === 0;

  function submitStatus(event: FormEvent) {
    event.preventDefault();
    const attached = files.take();
    if (!attached) return;
    const parsed = StatusUpdate.safeParse({ ...about, status, ...(needsReason && { noEvidenceReason: reason }) });
    if (!parsed.success) return refuse(parsed.error);
    const { note: text = '', ...record } = parsed.data;
    update.mutate(
      { ...record, complianceId: itemId, note: text, hasChecker, about: line, ...attached },
      { onSuccess: () => startOver(attached), onError: showRefusal },
    );
  }

  function showRefusal(error: Error) {
    files.setFault(faultsOf(error).evidence);
    askForReason(error);
  }

  /** The server asks for the reason also where the screen didn't know that evidence is required. */
  function askForReason(error: Error) {
    const { noEvidenceReason } = faultsOf(error);
    if (typeof noEvidenceReason !== 'string') return;
    setReasonAsked(true);
    setFaults({ noEvidenceReason });
    requestAnimationFrame(() => reasonBox.current?.focus());
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

  function startOver(attached: Attached) {
    files.settle(attached);
    setChoice(null);
    setReason('');
    setReasonAsked(false);
    clearNote();
    onRecorded?.();
  }

  /** Puts what a document says into the note, of which the text stays. */
  function noteProposal(proposal: Proposal) {
    const words = describeFacts(proposal);
    setNote((now) => (now.trim() === '' ? words : `${now.trimEnd()}\n${words}`));
  }

  /** Text typed while the call was on its way stays. */
  function clearNote() {
    setNote((now) => (now === note ? '' : now));
  }

  return {
    current,
    status,
    chooseStatus: (picked: Status) => setChoice({ of: choiceOf, status: picked }),
    pickDay,
    note,
    typeNote,
    noteProposal,
    noteBox,
    files,
    needsEvidence,
    needsReason,
    reason,
    typeReason,
    reasonBox,
    faults,
    submitStatus,
    submitNote,
    isUpdating: update.isPending,
    isAddingNote: addNote.isPending,
  };
}
