import type { ClientsDue } from '@anupalan/contract/people/clients';
import { daysFrom, indianTimeOf } from '@anupalan/domain/calendar-day';
import { Progress } from '@mantine/core';
import { useId } from 'react';
import { Link } from '../../lib/company/company-link.tsx';
import { nameDistance } from '../../lib/time/name-distance.ts';
import classes from './clients.module.css';

type Props = { day: Temporal.PlainDate; today: Temporal.PlainDate; due: readonly ClientsDue[] };

const WORDS: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' };

/** One day of the agenda; each obligation leads to its filing run, each duty to its event. */
export function AgendaDay({ day, today, due }: Props) {
  const id = useId();
  const away = daysFrom(today, day);
  const isOpen = due.some(({ of, settled }) => settled < of);
  return (
    <section aria-labelledby={id} className={classes.day}>
      <h2 id={id} className={classes.dayName}>
        {day.toLocaleString('en-GB', WORDS)}
        {isOpen && (
          <span className={classes.near} data-tone={away < 0 ? 'bad' : away <= 7 ? 'waiting' : 'neutral'}>
            {nameDistance(away)}
          </span>
        )}
      </h2>
      <ul className={classes.dues}>
        {due.map((one) => (
          <li key={`${one.itemId} ${one.forDate}`} className={classes.due}>
            <Link to={addressOf(one, day)} className={classes.to}>
              <span className={classes.title}>{one.title}</span>
              <span className={classes.about}>{describeWhose(one)}</span>
            </Link>
            {one.event ? (
              <span className={classes.filed}>{describeDuty(one.event, one.settled > 0)}</span>
            ) : (
              <>
                <span className={classes.filed}>
                  {one.settled} of {one.of} filed
                </span>
                <Progress
                  value={(100 * one.settled) / one.of}
                  color="var(--progress)"
                  aria-label={`${one.title}: ${one.settled} of ${one.of} filed`}
                  className={classes.progress}
                />
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The act of an obligation; of a duty its event with the company (R-clients-6). */
function describeWhose({ act, event }: ClientsDue): string {
  return event ? `${event.companyName} · ${event.kindName}: ${event.label}` : act;
}

function describeDuty({ dueAt }: NonNullable<ClientsDue['event']>, isSettled: boolean): string {
  if (isSettled) return 'Settled';
  return dueAt === null ? 'Open' : `Open, by ${indianTimeOf(Temporal.Instant.from(dueAt))}`;
}

/**
 * The filing run of an obligation; of one that a company has for itself, that company's dashboard; of a duty, its event.
 */
function addressOf({ itemId, companyId, forDate, event }: ClientsDue, legal: Temporal.PlainDate): string {
  if (event && companyId) return `/company/events?${new URLSearchParams({ event: event._id, company: companyId })}`;
  const day = forDate?.slice(0, 10) ?? `${legal}`;
  return companyId
    ? `/dashboard?${new URLSearchParams({ item: itemId, on: day, company: companyId })}`
    : `/companies/run?${new URLSearchParams({ item: itemId, day })}`;
}
