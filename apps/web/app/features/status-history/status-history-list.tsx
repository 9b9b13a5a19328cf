import { formatDay, parseCalendarDay } from '@anupalan/domain/calendar-day';
import { Text } from '@mantine/core';
import { useId } from 'react';
import { formatInstant } from '../../lib/dates.ts';
import type { DatedRecord } from './history-records.ts';
import { StatusBadge } from './status-badge.tsx';
import classes from './status-history-list.module.css';

type Props = { title: string; records: readonly DatedRecord[]; viewerId: string };

/** What was recorded, the newest first: for which day, which status, with which note, when, and whether by the viewer. */
export function StatusHistoryList({ title, records, viewerId }: Props) {
  const headingId = useId();
  return (
    <div>
      <h4 id={headingId} className={classes.heading}>
        {title}
      </h4>
      {records.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing recorded yet.
        </Text>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable to be scrolled by keys
        <ul className={classes.list} aria-labelledby={headingId} tabIndex={0}>
          {records.map((record) => (
            <li key={record._id} className={classes.record}>
              <div className={classes.line}>
                <b className={classes.day}>{formatIsoDay(record.date)}</b>
                <StatusBadge status={record.status} />
              </div>
              {record.note && <p className={classes.note}>{record.note}</p>}
              <time className={classes.when} dateTime={record.updatedAt}>
                Recorded {formatInstant(record.updatedAt)}
                {record.updatedBy !== viewerId && ` by ${record.updatedByName ?? 'another user'}`}
              </time>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function formatIsoDay(iso: string): string {
  const day = parseCalendarDay(iso);
  return day ? formatDay(day) : '';
}
