import type { Overview } from '@anupalan/contract/proof/overview';
import { monthInitials } from '@anupalan/domain/overview/overview-words';
import { nameMonth, wholePercent } from '@anupalan/domain/reports/report-words';
import { Anchor, Text, VisuallyHidden } from '@mantine/core';
import type { CSSProperties } from 'react';
import { Link } from '../../lib/company/company-link.tsx';
import classes from './overview.module.css';

type Share = Overview['onTime'];

type RateProps = {
  share: Share;
  withRing?: boolean;
  /** What is said as long as there is nothing to divide by. */
  none: string;
  /** Page with its rows. */
  rows?: string;
};

/** A share in whole percent, with both its numbers, which lead to its rows (R-overview-4). */
export function Rate({ share, withRing = false, none, rows }: RateProps) {
  const percent = wholePercent(share);
  if (percent === null) return <Text c="dimmed">{none}</Text>;
  const numbers = `${share.done} of ${share.of}`;
  return (
    <div className={classes.rate}>
      {withRing && (
        <span className={classes.ring} style={{ '--percent': `${percent}%` } as CSSProperties} aria-hidden />
      )}
      <div>
        <div className={classes.percent}>{percent} %</div>
        <div className={classes.of}>
          {rows ? (
            <Anchor component={Link} to={rows} inherit>
              {numbers}
            </Anchor>
          ) : (
            numbers
          )}
        </div>
      </div>
    </div>
  );
}

/** A column for each month: how much of what was due was done by its day. It leads to the month's rows. */
export function RateByMonth({ months }: { months: Overview['months'] }) {
  return (
    <ol className={classes.columns} aria-label="On time by month">
      {months.map(({ month, onTime: { done, of } }) => (
        <li key={month} title={of === 0 ? nameMonth(month) : `${nameMonth(month)}: ${done} of ${of}`}>
          <Link to={`/company/report?month=${month}`} className={classes.ofMonth}>
            <span className={classes.column} data-none={of === 0 || undefined} aria-hidden>
              <span style={{ height: of === 0 ? 0 : `${(100 * done) / of}%` }} />
            </span>
            <span className={classes.initials} aria-hidden>
              {monthInitials(month)}
            </span>
            <VisuallyHidden>
              {nameMonth(month)}: {of === 0 ? 'nothing was due' : `${done} of ${of}`}
            </VisuallyHidden>
          </Link>
        </li>
      ))}
    </ol>
  );
}
