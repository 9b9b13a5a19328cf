import { formatDay, formatIsoDay } from '@anupalan/domain/calendar-day';
import { IconAlertTriangle, IconClockHour4 } from '@tabler/icons-react';
import type { ComplianceRow } from '../../compliance-items/compliance-row.ts';
import { BEFORE_TRACKING, describeDue, isDueOutside, NONE_IN_PERIOD } from '../../compliance-items/describe-due.ts';
import { describeMover, findMoved, findPossible } from '../../compliance-items/moved-days.ts';
import classes from './due-date.module.css';

/** Due date of a row's occurrence, with its urgency in words and as an icon (R-due-dates-16). */
export function DueDate({ row }: { row: ComplianceRow }) {
  if (!row.current && isDueOutside(row.schedule)) return <span className={classes.quiet}>{NONE_IN_PERIOD}</span>;
  if (!row.current) return row.item.registrationId ? <RenewalPending row={row} /> : <NotApplicable />;
  const urgent = row.urgency === 'overdue' || row.urgency === 'due-soon';
  return (
    <span className={classes.due}>
      <span className={classes.day}>{formatDay(row.current.legal)}</span>
      <Moved row={row} />
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

/** What moved the day, with the original one struck through, and what might move it (R-due-dates-20, R-due-dates-29). */
function Moved({ row: { item, due } }: { row: ComplianceRow }) {
  const moved = findMoved(item, due);
  const mover = moved && describeMover(moved);
  const possible = findPossible(item, due);
  return (
    <>
      {mover && due && (
        <span className={classes.before}>
          <s>{formatDay(due)}</s> {mover}
        </span>
      )}
      {moved?.company && <span className={classes.before}>Your day: {formatIsoDay(moved.company)}</span>}
      {possible && <span className={classes.before}>Extension possible to {formatIsoDay(possible.day)}</span>}
    </>
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
