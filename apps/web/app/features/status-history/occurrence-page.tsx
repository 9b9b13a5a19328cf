import { STATUS_LABELS, type Status } from '@anupalan/domain/statuses';
import { UnstyledButton } from '@mantine/core';
import classes from './occurrence-navigation.module.css';
import { STATUS_ICONS } from './status-badge.tsx';

type Props = {
  /** Position counted from 1, the first due date. */
  number: number;
  due: Temporal.PlainDate;
  status: Status;
  isCurrent: boolean;
  onPick: () => void;
};

/** Page button of a due date, with its status. */
export function OccurrencePage({ number, due, status, isCurrent, onPick }: Props) {
  const StatusIcon = STATUS_ICONS[status];
  return (
    <UnstyledButton
      className={classes.page}
      aria-label={`Occurrence ${number}, ${due.toLocaleString('en-GB', { dateStyle: 'medium' })}`}
      aria-current={isCurrent || undefined}
      title={STATUS_LABELS[status]}
      onClick={onPick}
    >
      <StatusIcon size={14} stroke={2} className={classes.status} data-status={status} aria-hidden />
      <span className={classes.day}>{due.toLocaleString('en-GB', { day: 'numeric', month: 'short' })}</span>{' '}
      <span className={classes.year}>{due.year}</span>
    </UnstyledButton>
  );
}
