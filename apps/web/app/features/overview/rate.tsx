import type { Overview } from '@anupalan/contract/proof/overview';
import { monthInitials } from '@anupalan/domain/overview/overview-words';
import { nameMonth, wholePercent } from '@anupalan/domain/reports/report-words';
import { VisuallyHidden } from '@mantine/core';
import type { CSSProperties } from 'react';
import classes from './overview.module.css';

type Share = Overview['onTime'];

/** A share in whole percent, with both its numbers (R-overview-4). */
export function Rate({ share, withRing = false }: { share: Share; withRing?: boolean }) {
  const percent = wholePercent(share);
  return (
    <div className={classes.rate}>
      {withRing && (
        <span className={classes.ring} style={{ '--percent': `${percent ?? 0}%` } as CSSProperties} aria-hidden />
      )}
      <div>
        <div className={classes.percent}>{percent === null ? 'Nothing yet' : `${percent} %`}</div>
        <div className={classes.of}>{share.of === 0 ? 'None was due yet' : `${share.done} of ${share.of}`}</div>
      </div>
    </div>
  );
}

/** A column for each month: how much of what was due was done by its day. */
export function RateByMonth({ months }: { months: Overview['months'] }) {
  return (
    <ol className={classes.columns} aria-label="On time by month">
      {months.map(({ month, onTime: { done, of } }) => (
        <li key={month} title={of === 0 ? nameMonth(month) : `${nameMonth(month)}: ${done} of ${of}`}>
          <span className={classes.column} data-none={of === 0 || undefined} aria-hidden>
            <span style={{ height: of === 0 ? 0 : `${(100 * done) / of}%` }} />
          </span>
          <span className={classes.initials} aria-hidden>
            {monthInitials(month)}
          </span>
          <VisuallyHidden>
            {nameMonth(month)}: {of === 0 ? 'nothing was due' : `${done} of ${of}`}
          </VisuallyHidden>
        </li>
      ))}
    </ol>
  );
}
