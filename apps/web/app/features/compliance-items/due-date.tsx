import { formatDay } from '@anupalan/domain/calendar-day';
import { IconAlertTriangle, IconClockHour4 } from '@tabler/icons-react';
import type { ComplianceRow } from './compliance-row.ts';
import { describeDue } from './describe-due.ts';
import classes from './due-date.module.css';

/** The due date of a row's occurrence, and in words and with an icon whether it presses. */
export function DueDate({ row }: { row: ComplianceRow }) {
  if (!row.due) return <NotApplicable />;
  const urgent = row.urgency === 'overdue' || row.urgency === 'due-soon';
  return (
    <span className={classes.due}>
      <span className={classes.day}>{formatDay(row.due)}</span>
      {urgent && (
        <span className={classes.urgent} data-urgency={row.urgency}>
          {row.urgency === 'overdue' ? (
            <IconAlertTriangle size={13} stroke={2.2} aria-hidden />
          ) : (
            <IconClockHour4 size={13} stroke={2.2} aria-hidden />
          )}
          {describeDue(row.daysLeft)}
        </span>
      )}
    </span>
  );
}

/** In place of what an item that never falls due does not have. */
export function NotApplicable() {
  return <span className={classes.quiet}>N/A</span>;
}
