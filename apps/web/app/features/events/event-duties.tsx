import type { OpenDuty } from '@anupalan/contract/events/duties';
import { describeDeadline } from '@anupalan/domain/events/deadline';
import { statusOf } from '@anupalan/domain/events/duty';
import { Text, Title } from '@mantine/core';
import { Link } from '../../lib/company/company-link.tsx';
import { useMinute } from '../../lib/time/clock.ts';
import { CollapsibleSection } from '../../ui/collapsible-section.tsx';
import { useOpenDuties } from './calls.ts';
import { describeDue, describeLeft, dueOf, urgencyAt } from './describe-event.ts';
import { DutyStatus } from './duties/duty-status.tsx';
import classes from './events.module.css';

/** Duties under one heading; without a name they stand under none. */
interface Group {
  readonly name: string | null;
  readonly duties: readonly OpenDuty[];
}

type Props = {
  /** What the table's filters let pass; null when that is everything. */
  passes: ((duty: OpenDuty, now: Temporal.Instant) => boolean) | null;
  /** Groups of the table's view. */
  group: (duties: readonly OpenDuty[], now: Temporal.Instant) => readonly Group[];
};

/**
 * Duties of events under the table, whose filters and view they follow (R-events-16); nothing as long as there are none.
 */
export default function EventDuties({ passes, group }: Props) {
  const { data } = useOpenDuties();
  const now = useMinute();
  if (!data || data.duties.length === 0) return null;
  const { duties: all, more } = data;
  const duties = passes ? all.filter((duty) => passes(duty, now)) : all;
  const overdue = duties.filter((duty) => urgencyAt(duty, now) === 'overdue').length;
  const open = `${all.length}${more ? '+' : ''} open`;
  const summary = [passes ? `${duties.length} of ${open}` : open, overdue > 0 && `${overdue} overdue`].filter(Boolean);
  return (
    <CollapsibleSection title="Events" storageKey="events.open" openAtFirst summary={summary.join(', ')}>
      {duties.length === 0 && (
        <Text size="sm" c="dimmed">
          No duty of an event matches these filters.
        </Text>
      )}
      {group(duties, now).map(
        ({ name, duties: own }) =>
          own.length > 0 && (
            <div key={name} className={classes.group}>
              {name !== null && (
                <Title order={3} size="h5" className={classes.groupName}>
                  {name} <span className={classes.count}>{own.length}</span>
                </Title>
              )}
              <ul
                className={classes.table}
                aria-label={name === null ? 'Duties of events' : `Duties of events: ${name}`}
              >
                {own.map((duty) => (
                  <OpenDutyLine key={duty._id} duty={duty} now={now} />
                ))}
              </ul>
            </div>
          ),
      )}
    </CollapsibleSection>
  );
}

function OpenDutyLine({ duty, now }: { duty: OpenDuty; now: Temporal.Instant }) {
  const status = statusOf({ due: dueOf(duty), recorded: duty.recorded ?? undefined }, now);
  return (
    <li className={classes.duty} data-urgency={urgencyAt(duty, now)}>
      <div className={classes.what}>
        <Link to={`/company/events?event=${duty.eventId}`} className={classes.title}>
          {duty.title}
        </Link>
        <span className={classes.about}>
          {duty.confidence === 'low' && (
            <>
              <b>To be verified</b> ·{' '}
            </>
          )}
          {duty.kindName}: {duty.label} · {describeDeadline(duty.deadline)} · {describeDue(duty)}
        </span>
      </div>
      <span className={classes.left}>{describeLeft(duty, now)}</span>
      <span className={classes.status}>
        <DutyStatus waiting={duty.waiting} status={status} />
      </span>
    </li>
  );
}
