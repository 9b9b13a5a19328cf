import { formatDay } from '@anupalan/domain/calendar-day';
import { IconAlertTriangle, IconClockHour4 } from '@tabler/icons-react';
import type { ComplianceRow } from '../../compliance-items/compliance-row.ts';
import { BEFORE_TRACKING, describeDue, isDueOutside, NONE_IN_PERIOD } from '../../compliance-items/describe-due.ts';
import classes from './due-date.module.css';

/** Due date of a row's occurrence, with its urgency in words and as an icon (R-due-dates-16). */
export function DueDate({ row }: { row: ComplianceRow }) {
  if (!row.due && isDueOutside(row.schedule)) return <span className={classes.quiet}>{NONE_IN_PERIOD}</span>;
  if (!row.due) return row.item.registrationId ? <RenewalPending row={row} /> : <NotApplicable />;
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
      {row.urgency === 'untracked' && <span className={classes.before}>{BEFORE_TRACKING}</span>}
    </span>
  );
}

/** Renewal that was filed: nothing is due until the new paper comes (R-registrations-8). */
function RenewalPending({ row: { item } }: { row: ComplianceRow }) {
  return (
    <span className={classes.due}>
      <span className={classes.pending}>Renewal pending</span>
      <span className={classes.quiet}>{item.dueDate.description}</span>
    </span>
  );
}

/** Stand-in for what an item that never falls due does not have (R-due-dates-4). */
export function NotApplicable() {
  return <span className={classes.quiet}>N/A</span>;
}
