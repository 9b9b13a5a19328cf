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

/**
 * Status icons, so that statuses don't differ by colour alone (R-pages-19). The calendar's marks have the same ones as
 * masks.
 */
export const STATUS_ICONS: Readonly<Record<RecordStatus, Icon>> = {
  done: IconCircleCheck,
  'not-done': IconCircleX,
  'not-to-do': IconBan,
  'on-hold': IconPlayerPause,
  'not-applicable': IconCircleMinus,
  pending: IconCircleDashed,
  [NOTE]: IconNote,
};

type Props = {
  status: RecordStatus;
  /** Without colour and ground, for what is not worth a look yet (R-tracker-36). */
  quiet?: boolean | undefined;
  /** Struck through, for a record that was taken back (R-statuses-18). */
  struck?: boolean | undefined;
  /** Words in place of the status's own. */
  label?: string | undefined;
  /** Whether its words may take two lines, where the column is narrow. */
  wraps?: boolean | undefined;
};

/** Status with its colour and icon (R-calendar-4). */
export function StatusBadge({ status, quiet = false, struck = false, label, wraps = false }: Props) {
  const StatusIcon = STATUS_ICONS[status];
  return (
    <span
      className={`${classes.badge} ${tones.tone}`}
      data-status={status}
      data-quiet={quiet || undefined}
      data-struck={struck || undefined}
      data-wraps={wraps || undefined}
    >
      <StatusIcon size={15} stroke={2} aria-hidden />
      {label ?? (status === NOTE ? 'Note' : STATUS_LABELS[status])}
    </span>
  );
}
