import type { ReportLine, StatusReport } from '@anupalan/contract/people/reports';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import type { Standing } from '@anupalan/domain/reports/month-report';
import { describeRecord, describeStanding } from '@anupalan/domain/reports/report-words';
import classes from './report-lines.module.css';

/** Tones of standings, beside which the words say the same. */
const TONES: Readonly<Record<Standing, string>> = { settled: 'good', waiting: 'waiting', late: 'bad', open: 'neutral' };

/** Days that are named of what lies open from before, of one obligation. */
const MOST_DAYS = 6;

type LinesProps = { lines: readonly ReportLine[]; today: Temporal.PlainDate };

/** What was due under one act, by day. */
export function ReportLines({ lines, today }: LinesProps) {
  return (
    <table className={classes.table}>
      <Head columns={['Due', 'Obligation', 'Status']} />
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.itemId} ${line.day}`}>
            <td className={classes.day}>{formatIsoDay(line.day)}</td>
            <th scope="row">{line.title}</th>
            <td>
              <span className={classes.standing} data-tone={TONES[line.standing]}>
                {describeStanding(line, today)}
              </span>
              <Record line={line} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Record({ line: { record, standing } }: { line: ReportLine }) {
  if (!record || standing === 'late') return null;
  const words = describeRecord(record);
  return (
    <>
      {words && <span className={classes.about}>{words}</span>}
      {record.note && <span className={classes.note}>{record.note}</span>}
    </>
  );
}

/** What falls due in the next month. */
export function WhatComes({ next }: Pick<StatusReport, 'next'>) {
  return (
    <table className={classes.table}>
      <Head columns={['Due', 'Obligation', 'Act']} />
      <tbody>
        {next.map(({ itemId, title, act, day, standing }) => (
          <tr key={`${itemId} ${day}`}>
            <td className={classes.day}>{formatIsoDay(day)}</td>
            <th scope="row">
              {title}
              {standing === 'settled' && (
                <span className={classes.standing} data-tone="good">
                  Settled already
                </span>
              )}
              {standing === 'waiting' && (
                <span className={classes.standing} data-tone="waiting">
                  To be checked
                </span>
              )}
            </th>
            <td>{act}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type BeforeProps = Pick<StatusReport, 'before'> & { today: Temporal.PlainDate };

/** What lies open from before the month, an obligation in one line. */
export function OpenBefore({ before, today }: BeforeProps) {
  return (
    <table className={classes.table}>
      <Head columns={['Since', 'Obligation', 'Open']} />
      <tbody>
        {before.map(({ itemId, title, act, open, count }) => {
          const [oldest] = open;
          if (!oldest) return null;
          const days = open.slice(0, MOST_DAYS).map(({ day }) => formatIsoDay(day));
          return (
            <tr key={itemId}>
              <td className={classes.day}>{formatIsoDay(oldest.day)}</td>
              <th scope="row">
                {title}
                <span className={classes.about}>{act}</span>
              </th>
              <td>
                <span className={classes.standing} data-tone={TONES[oldest.standing]}>
                  {describeStanding({ ...oldest, record: null }, today)}
                </span>
                {count > 1 && (
                  <span className={classes.about}>
                    {count} days: {days.join(', ')}
                    {count > days.length && ` and ${count - days.length} more`}
                  </span>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Head({ columns }: { columns: readonly string[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col" className={classes.column}>
            {column}
          </th>
        ))}
      </tr>
    </thead>
  );
}
