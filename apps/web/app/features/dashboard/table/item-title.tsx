import { stateLabel } from '@anupalan/domain/states';
import { IconBellRinging } from '@tabler/icons-react';
import type { ComplianceRow } from '../../compliance-items/compliance-row.ts';
import { FREQUENCY_LABELS } from '../../compliance-items/describe-due.ts';
import classes from './item-title.module.css';

/** Title of an item, with state and frequency below. */
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

/** Reminder bell, which says without colour what the purple of a row says (R-tracker-22). */
function ReminderMark() {
  return <IconBellRinging size={15} stroke={2.1} role="img" aria-label="Has a reminder" className={classes.mark} />;
}
