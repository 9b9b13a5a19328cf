import type { ActivityEvent } from '@anupalan/contract/people/activity';
import { daysFrom } from '@anupalan/domain/calendar-day';
import { useId } from 'react';
import { useToday } from '../../lib/time/clock.ts';
import classes from './activity.module.css';
import { ActivityLine } from './activity-line.tsx';

type Props = {
  /** ISO day, `2026-12-15`. */
  day: string;
  events: readonly ActivityEvent[];
  /** Names by id; null of who was erased. */
  names: ReadonlyMap<string, string | null>;
  userId: string | undefined;
};

const DAY: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' };

/** Events of one day, the newest first. */
export function ActivityDay({ day, events, names, userId }: Props) {
  const id = useId();
  const today = useToday();
  return (
    <section aria-labelledby={id} className={classes.day}>
      <h2 id={id} className={classes.heading}>
        {headingOf(Temporal.PlainDate.from(day), today)}
      </h2>
      <ol className={classes.events}>
        {events.map((event) => (
          <ActivityLine key={event._id} event={event} names={names} userId={userId} />
        ))}
      </ol>
    </section>
  );
}

function headingOf(day: Temporal.PlainDate, today: Temporal.PlainDate): string {
  const words = day.toLocaleString('en-GB', DAY);
  const ago = daysFrom(day, today);
  const near = ago === 0 ? 'Today' : ago === 1 ? 'Yesterday' : null;
  return near ? `${near}, ${words}` : words;
}
