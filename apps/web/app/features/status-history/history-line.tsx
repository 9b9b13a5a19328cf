import type { Evidence } from '@anupalan/contract/proof/evidence';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import { NOTE, STATUS_LABELS } from '@anupalan/domain/statuses';
import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatInstant } from '../../lib/time/dates.ts';
import { DeleteButton } from '../../ui/forms/delete-button.tsx';
import type { BroughtNames } from '../assignments/brought-people.ts';
import { useColleagues } from '../assignments/use-colleagues.ts';
import { EvidenceButton } from '../evidence/evidence-button.tsx';
import { useDeleteNote } from './calls.ts';
import type { DatedRecord } from './history-records.ts';
import { NoteEditor } from './note-editor.tsx';
import { isMadeUp } from './optimistic-record.ts';
import { StatusBadge } from './status-badge.tsx';
import classes from './status-history-list.module.css';
import { takeBack } from './take-back.ts';
import { CHECKED_INSTEAD } from './waiting-label.ts';

/** What puts a record aside, by whether that was checked. */
const UNDONE = { true: 'To be checked again', false: 'Taken back' } as const;

type Props = {
  itemId: string;
  record: DatedRecord;
  viewerId: string;
  canChangeNotes: boolean;
  /** Whether the record is recent enough to be taken back, by whoever may (R-statuses-18). */
  isTakeable: boolean;
  /** Whether it puts aside what was checked, because something of that was deleted (R-checks-21). */
  undoesCheck: boolean;
  /** Files that stand at it; undefined until they are known. */
  files: readonly Evidence[] | undefined;
  /** Names of people without an account. */
  brought: BroughtNames;
  /** Why it has no file any more, if it had one. */
  whyNone: string | undefined;
};

/** Record with day, status, note and time, and by whom unless by the viewer (R-statuses-12). */
export function HistoryLine({
  itemId,
  record,
  viewerId,
  canChangeNotes,
  isTakeable,
  undoesCheck,
  files,
  brought,
  whyNone,
}: Props) {
  const [editing, setEditing] = useState(false);
  const remove = useDeleteNote();
  const editButton = useRef<HTMLButtonElement>(null);
  const day = formatIsoDay(record.date);
  const isDone = record.status === 'done' && !record.takenBack;
  const hasFiles = files !== undefined && files.length > 0;
  const noEvidence = hasFiles ? undefined : (record.noEvidenceReason ?? (isDone ? whyNone : undefined));
  const isUndoing = record.takesBack !== undefined;
  const isKept = !isMadeUp(record._id);
  const isChangeable = isKept && canChangeNotes && record.status === NOTE && !isUndoing;
  const client = useQueryClient();
  const colleagues = useColleagues();
  const note = { complianceId: itemId, userId: viewerId, noteId: record._id };

  function nameChecker(userId: string): string {
    return userId === viewerId ? 'you' : (brought.nameOf(userId) ?? colleagues?.nameOf(userId) ?? 'a colleague');
  }

  function nameRecorder(): string {
    const { _id, updatedBy, updatedByName } = record;
    const name = updatedByName ?? brought.nameOf(updatedBy) ?? brought.recorderOf(_id);
    return name ?? colleagues?.nameOf(updatedBy ?? '') ?? 'another user';
  }

  function endEditing() {
    flushSync(() => setEditing(false));
    editButton.current?.focus();
  }

  return (
    <li className={classes.record}>
      <div className={classes.line}>
        <b className={classes.day}>{day}</b>
        <StatusBadge
          status={record.status}
          struck={record.takenBack}
          label={isUndoing ? UNDONE[`${undoesCheck}`] : undefined}
        />
        {record.takenBack && <VisuallyHidden>, {record.checkedBy ? 'changed since' : 'taken back'}</VisuallyHidden>}
      </div>
      {record.registrationNumber && <p className={classes.number}>For {record.registrationNumber}</p>}
      {editing ? (
        <NoteEditor note={note} text={record.note} onClose={endEditing} />
      ) : (
        record.note && <p className={classes.note}>{record.note}</p>
      )}
      {noEvidence && <p className={classes.note}>No evidence: {noEvidence}</p>}
      {record.checkNote && <p className={classes.note}>Checked: {record.checkNote}</p>}
      <div className={classes.line}>
        <time className={classes.when} dateTime={record.updatedAt}>
          Recorded {formatInstant(record.updatedAt)}
          {record.updatedBy !== viewerId && ` by ${nameRecorder()}`}
          {record.filing?.byMailLink && ' by mail link'}
          {record.checkedBy && ` · checked by ${nameChecker(record.checkedBy)}`}
          {record.checkedInstead && ` (${CHECKED_INSTEAD[record.checkedInstead]})`}
          {record.imported && ' · imported'}
        </time>
        {isKept && record.status !== NOTE && (!record.takenBack || hasFiles) && (
          <EvidenceButton
            subject={{ kind: 'record', id: record._id }}
            title={`${STATUS_LABELS[record.status]}, ${day}`}
            count={files?.length}
          />
        )}
        {isKept && isTakeable && (
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label={`Take back, ${day}`}
            onClick={() => takeBack(client, { complianceId: itemId, userId: viewerId, recordId: record._id })}
          >
            Take back
          </Button>
        )}
        {isChangeable && !editing && (
          <div className={classes.actions}>
            <ActionIcon
              ref={editButton}
              variant="subtle"
              color="gray"
              aria-label={`Edit note, ${day}`}
              title="Edit"
              onClick={() => setEditing(true)}
            >
              <IconPencil size={16} stroke={1.7} aria-hidden />
            </ActionIcon>
            <DeleteButton
              name={`Delete note, ${day}`}
              question="Are you sure you want to delete this note?"
              busy={remove.isPending}
              onDelete={(close) => remove.mutate(note, { onSettled: close })}
            />
          </div>
        )}
      </div>
    </li>
  );
}
