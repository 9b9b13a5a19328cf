import { toIsoMidnight } from '@anupalan/domain/calendar-day';
import { can } from '@anupalan/domain/permissions';
import { STATUS_LABELS, STATUSES, type Status } from '@anupalan/domain/statuses';
import { ActionIcon, Button, Menu, TextInput } from '@mantine/core';
import { IconChevronUp, IconCircleCheck, IconPaperclip, IconX } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Link } from '../../../lib/company/company-link.tsx';
import { useActor } from '../../../lib/session/actor.ts';
import { useColleagues } from '../../assignments/use-colleagues.ts';
import { useRecordMany } from '../../status-history/calls-many.ts';
import { STATUS_ICONS } from '../../status-history/status-badge.tsx';
import classes from './selection-bar.module.css';
import type { DueRow } from './use-selection.ts';

const ManyDoneDialog = lazy(() => import('./many-done-dialog.tsx'));

type Props = {
  chosen: readonly DueRow[];
  /** How many rows could be selected. */
  selectable: number;
  onSelectAll: () => void;
  onClear: () => void;
  /** Further actions on the selected rows. */
  children?: ReactNode;
};

/** Most characters of a note, as the contract has it. */
const MOST_CHARACTERS = 2_000;

/** Bar of the selected rows: a status for all of them, with one note (R-tracker-34). */
export default function SelectionBar({ chosen, selectable, onSelectAll, onClear, children }: Props) {
  const actor = useActor();
  const [note, setNote] = useState('');
  const recording = useRecordMany();
  const clear = useEffectEvent(onClear);
  const colleagues = useColleagues();
  const [isAdding, setAdding] = useState(false);
  const requiresEvidence = (item: DueRow['item']) => colleagues?.requiresEvidence(item) ?? false;
  const needsEvidence = chosen.some(({ item }) => requiresEvidence(item));

  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      // A dialog or a list that is open has Escape for itself.
      const isTaken = event.defaultPrevented || document.querySelector('[role="dialog"], [role="menu"]');
      if (event.key === 'Escape' && !isTaken) clear();
    };
    window.addEventListener('keydown', leave);
    return () => window.removeEventListener('keydown', leave);
  }, []);

  function record(status: Status) {
    if (!actor) return;
    const entries = chosen.map(({ item, due }) => ({ id: item._id, forDate: toIsoMidnight(due) }));
    recording.mutate({ userId: actor.userId, status, note: note.trim(), entries });
    onClear();
  }

  return (
    <section className={classes.bar} aria-label="Selected rows">
      <div className={classes.count}>
        <b aria-live="polite">{chosen.length} selected</b>
        {chosen.length < selectable && (
          <Button variant="subtle" size="compact-sm" onClick={onSelectAll}>
            Select all {selectable}
          </Button>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Clear selection"
          className={classes.clear}
          onClick={onClear}
        >
          <IconX size={18} stroke={1.8} aria-hidden />
        </ActionIcon>
      </div>
      <TextInput
        className={classes.note}
        aria-label="Note for all"
        placeholder="One note for all, if you like"
        maxLength={MOST_CHARACTERS}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <div className={classes.actions}>
        <Button
          leftSection={<IconCircleCheck size={16} stroke={2} aria-hidden />}
          // Without a file or a reason each of these rows would be refused.
          onClick={() => (needsEvidence ? setAdding(true) : record('done'))}
        >
          Mark as Done
        </Button>
        {can(actor, 'evidence.add') && (
          <Button
            variant="default"
            leftSection={<IconPaperclip size={16} stroke={1.8} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            Done with files…
          </Button>
        )}
        <Menu position="top-end" withinPortal>
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronUp size={16} stroke={2} aria-hidden />}>
              Other status
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {STATUSES.filter((status) => status !== 'done').map((status) => (
              <StatusItem
                key={status}
                status={status}
                isOpen={can(actor, 'status-history.record', status)}
                onPick={() => record(status)}
              />
            ))}
            {!STATUSES.every((status) => can(actor, 'status-history.record', status)) && (
              <Menu.Item component={Link} to="/plans" color="grape">
                Upgrade to Premium to use these statuses
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
        {children}
      </div>
      {isAdding && actor && (
        <Suspense>
          <ManyDoneDialog
            rows={chosen}
            requiresEvidence={requiresEvidence}
            userId={actor.userId}
            note={note.trim()}
            onClose={() => setAdding(false)}
            onRecorded={onClear}
          />
        </Suspense>
      )}
    </section>
  );
}

type StatusItemProps = { status: Status; isOpen: boolean; onPick: () => void };

/** Status in the menu; those that the plan lacks are disabled (R-statuses-6). */
function StatusItem({ status, isOpen, onPick }: StatusItemProps) {
  const StatusIcon = STATUS_ICONS[status];
  return (
    <Menu.Item leftSection={<StatusIcon size={16} stroke={2} aria-hidden />} disabled={!isOpen} onClick={onPick}>
      {STATUS_LABELS[status]}
    </Menu.Item>
  );
}
