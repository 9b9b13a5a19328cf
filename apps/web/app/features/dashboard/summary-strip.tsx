import { DUE_SOON_DAYS } from '@anupalan/domain/urgency';
import { UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconClockHour4 } from '@tabler/icons-react';
import type { Show } from './filters/show-choices.ts';
import type { RowSummary } from './row-summary.ts';
import classes from './summary-strip.module.css';

type Props = { summary: RowSummary; show: Show; onShow: (show: Show) => void };

/** Counts above the table (R-tracker-14); pressing one of the first two filters the table by it. */
export function SummaryStrip({ summary, show, onShow }: Props) {
  const { dueThisMonth, doneThisMonth } = summary;
  const toggle = (choice: Show) => onShow(show === choice ? 'all' : choice);
  return (
    <div className={classes.strip}>
      <UnstyledButton
        className={classes.tile}
        aria-pressed={show === 'overdue'}
        data-urgency={summary.overdue > 0 ? 'overdue' : undefined}
        onClick={() => toggle('overdue')}
      >
        <span className={classes.label}>
          <IconAlertTriangle size={16} stroke={2} aria-hidden /> Overdue
        </span>
        <span className={classes.number}>{summary.overdue}</span>
      </UnstyledButton>
      <UnstyledButton
        className={classes.tile}
        aria-pressed={show === 'due-soon'}
        data-urgency={summary.dueSoon > 0 ? 'due-soon' : undefined}
        onClick={() => toggle('due-soon')}
      >
        <span className={classes.label}>
          <IconClockHour4 size={16} stroke={2} aria-hidden /> Due in {DUE_SOON_DAYS} days
        </span>
        <span className={classes.number}>{summary.dueSoon}</span>
      </UnstyledButton>
      <div className={classes.tile}>
        <span className={classes.label}>Done this month</span>
        <span className={classes.number}>
          {doneThisMonth} <span className={classes.of}>of {dueThisMonth} due</span>
        </span>
        <span className={classes.track} aria-hidden="true">
          <span style={{ width: `${dueThisMonth > 0 ? (doneThisMonth / dueThisMonth) * 100 : 0}%` }} />
        </span>
      </div>
    </div>
  );
}
