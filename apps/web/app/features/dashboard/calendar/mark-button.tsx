import { formatDay } from '@anupalan/domain/calendar-day';
import { STATUS_LABELS } from '@anupalan/domain/statuses';
import tones from '../../status-history/status-tone.module.css';
import classes from './mark-button.module.css';
import type { Mark } from './marks.ts';
import type { CardControls } from './use-mark-card.ts';

type Props = { mark: Mark; controls: CardControls };

/**
 * Mark of the calendar; pointer, focus, Enter and tap open its card (R-calendar-7). A plain button, as there are
 * hundreds.
 */
export function MarkButton({ mark, controls }: Props) {
  const { row, legal, status, by } = mark;
  return (
    <button
      type="button"
      className={`${classes.mark} ${tones.tone}`}
      data-status={status}
      aria-label={[by ? `${by}: ${row.item.title}` : row.item.title, formatDay(legal), STATUS_LABELS[status]].join(
        ', ',
      )}
      aria-haspopup="dialog"
      onPointerEnter={({ pointerType, currentTarget }) =>
        pointerType === 'mouse' && controls.point(mark, currentTarget)
      }
      onPointerLeave={controls.leave}
      onFocus={({ currentTarget }) => controls.show(mark, currentTarget)}
      onBlur={controls.leave}
      onClick={({ currentTarget }) => controls.press(mark, currentTarget)}
    >
      <span className={classes.icon} />
      <span className={classes.title}>
        {by !== null && <b>{by}: </b>}
        {row.item.title}
      </span>
    </button>
  );
}
