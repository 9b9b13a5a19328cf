import { STATUS_LABELS, STATUSES } from '@anupalan/domain/statuses';
import { STATUS_ICONS } from '../../status-history/status-badge.tsx';
import tones from '../../status-history/status-tone.module.css';
import classes from './status-legend.module.css';

/** Legend of the calendar's colours and icons (R-calendar-4). */
export function StatusLegend() {
  return (
    <ul className={classes.legend} aria-label="Legend">
      {STATUSES.map((status) => {
        const StatusIcon = STATUS_ICONS[status];
        return (
          <li key={status} className={classes.entry}>
            <span className={`${classes.swatch} ${tones.tone}`} data-status={status}>
              <StatusIcon size={13} stroke={2.2} aria-hidden />
            </span>
            {STATUS_LABELS[status]}
          </li>
        );
      })}
    </ul>
  );
}
