import type { OpenDuty } from '@anupalan/contract/events/duties';
import { describeDeadline } from '@anupalan/domain/events/deadline';
import { statusOf } from '@anupalan/domain/events/duty';
import { Link } from '../../lib/company/company-link.tsx';
import { useMinute } from '../../lib/time/clock.ts';
import { CollapsibleSection } from '../../ui/collapsible-section.tsx';
import { StatusBadge } from '../status-history/status-badge.tsx';
import { useOpenDuties } from './calls.ts';
import { describeDue, describeLeft, dueOf, urgencyAt } from './describe-event.ts';
import classes from './events.module.css';

/** Duties of events under the table (R-events-16); nothing as long as there are none. */
export default function EventDuties() {
  const { data } = useOpenDuties();
  const now = useMinute();
  if (!data || data.duties.length === 0) return null;
  const { duties, more } = data;
  const overdue = duties.filter((duty) => urgencyAt(duty, now) === 'overdue').length;
  const summary = [`${duties.length}${more ? '+' : ''} open`, overdue > 0 && `${overdue} overdue`].filter(Boolean);
  return (
    <CollapsibleSection title="Events" storageKey="events.open" openAtFirst summary={summary.join(', ')}>
      <ul className={classes.table} aria-label="Duties of events">
        {duties.map((duty) => (
          <OpenDutyLine key={duty._id} duty={duty} now={now} />
        ))}
      </ul>
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
          {duty.kindName}: {duty.label} · {describeDeadline(duty.deadline)} · {describeDue(duty)}
        </span>
      </div>
      <span className={classes.left}>{describeLeft(duty, now)}</span>
      <span className={classes.status}>
        <StatusBadge status={status} quiet={status === 'pending'} />
      </span>
    </li>
  );
}
