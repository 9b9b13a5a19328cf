import { stateLabel } from '@anupalan/domain/states';
import type { ComplianceRow } from './compliance-row.ts';
import { FREQUENCY_LABELS } from './frequency-labels.ts';
import classes from './item-title.module.css';
import { ReminderMark } from './reminder-mark.tsx';

/** What an item is called, and below it whom it is for and how often it comes back. */
export function ItemTitle({ row: { item, hasReminder } }: { row: ComplianceRow }) {
  return (
    <>
      <span className={classes.title}>
        {hasReminder && <ReminderMark />}
        {item.title}
      </span>
      <span className={classes.reach}>
        {stateLabel(item.state)} · {FREQUENCY_LABELS[item.dueDate.frequency]}
      </span>
    </>
  );
}
