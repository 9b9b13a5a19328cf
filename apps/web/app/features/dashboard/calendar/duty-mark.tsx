import type { OpenDuty } from '@anupalan/contract/events/duties';
import { STATUS_LABELS } from '@anupalan/domain/statuses';
import { Link } from '../../../lib/company/company-link.tsx';
import { describeDue } from '../../events/describe-event.ts';
import tones from '../../status-history/status-tone.module.css';
import classes from './mark-button.module.css';

/** Mark of an event's duty, which leads to its event. */
export function DutyMark({ duty }: { duty: OpenDuty }) {
  const { eventId, title, label, status } = duty;
  return (
    <Link
      to={`/company/events?event=${eventId}`}
      className={`${classes.mark} ${tones.tone}`}
      data-status={status}
      aria-label={[`${label}: ${title}`, describeDue(duty), STATUS_LABELS[status]].join(', ')}
    >
      <span className={classes.icon} />
      <span className={classes.title}>
        <b>{label}: </b>
        {title}
      </span>
    </Link>
  );
}
