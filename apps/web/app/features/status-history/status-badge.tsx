import { NOTE, type RecordStatus, STATUS_LABELS } from '@anupalan/domain/statuses';
import {
  type Icon,
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconCircleX,
  IconNote,
  IconPlayerPause,
} from '@tabler/icons-react';
import classes from './status-badge.module.css';
import tones from './status-tone.module.css';

/** Statuses differ by icon and words too, not by colour alone. The calendar's marks have the same ones as masks. */
export const STATUS_ICONS: Readonly<Record<RecordStatus, Icon>> = {
  done: IconCircleCheck,
  'not-done': IconCircleX,
  'not-to-do': IconBan,
  'on-hold': IconPlayerPause,
  'not-applicable': IconCircleMinus,
  pending: IconCircleDashed,
  [NOTE]: IconNote,
};

/** A status in the product's colour for it (specification 2, section 2, "Compliance Calendar"). */
export function StatusBadge({ status }: { status: RecordStatus }) {
  const StatusIcon = STATUS_ICONS[status];
  return (
    <span className={`${classes.badge} ${tones.tone}`} data-status={status}>
      <StatusIcon size={15} stroke={2} aria-hidden />
      {status === NOTE ? 'Note' : STATUS_LABELS[status]}
    </span>
  );
}
