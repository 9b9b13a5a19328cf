import type { Overview } from '@anupalan/contract/proof/overview';
import { daysFrom, formatIsoDay, parseCalendarDay } from '@anupalan/domain/calendar-day';
import { describeMore } from '@anupalan/domain/overview/overview-words';
import { Anchor, Text } from '@mantine/core';
import { Link } from '../../lib/company/company-link.tsx';
import { nameDistance } from '../../lib/time/name-distance.ts';
import { Panel } from '../../ui/panel.tsx';
import classes from './overview.module.css';

type Line = Overview['next']['lines'][number];

type Props = {
  title: string;
  /** What is said where there is nothing. */
  none: string;
  of: Overview['next'];
  madeOn: string;
  isLate?: boolean;
};

/** Lines that lead to what they name, and how many more there are (R-overview-5). */
export function NamedLines({ title, none, of: { count, lines }, madeOn, isLate = false }: Props) {
  const more = describeMore(count - lines.length);
  return (
    <Panel title={count === 0 ? title : `${title} (${count})`}>
      {count === 0 ? (
        <Text c="dimmed">{none}</Text>
      ) : (
        <div>
          <ul className={classes.lines}>
            {lines.map((line) => (
              <li key={`${line.itemId} ${line.day}`}>
                <span className={classes.name}>
                  <Anchor underline="hover" component={Link} to={pageOf(line)} c="inherit" fw={500}>
                    {line.title}
                  </Anchor>
                  <span className={classes.act}>{line.act}</span>
                </span>
                <span className={classes.when} data-late={isLate || undefined}>
                  {formatIsoDay(line.legal)}
                  <span className={classes.away}>{describeAway(line.legal, madeOn)}</span>
                </span>
              </li>
            ))}
          </ul>
          {more && (
            <Text size="sm" c="dimmed" mt={12}>
              {more}
            </Text>
          )}
        </div>
      )}
    </Panel>
  );
}

/** Where a line leads: to its occurrence, or to its event. */
export function pageOf({ itemId, eventId, day }: Pick<Line, 'itemId' | 'eventId' | 'day'>): string {
  return eventId === undefined
    ? `/dashboard?item=${itemId}&on=${day.slice(0, 10)}`
    : `/company/events?event=${eventId}`;
}

function describeAway(legal: string, madeOn: string): string {
  const [due, today] = [parseCalendarDay(legal), parseCalendarDay(madeOn)];
  return due && today ? nameDistance(daysFrom(today, due)) : '';
}
