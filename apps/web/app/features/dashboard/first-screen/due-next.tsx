import { formatDay } from '@anupalan/domain/calendar-day';
import { Title, UnstyledButton } from '@mantine/core';
import { memo, useMemo } from 'react';
import type { ComplianceRow } from '../../compliance-items/compliance-row.ts';
import { describeDue } from '../../compliance-items/describe-due.ts';
import classes from './due-next.module.css';
import { pickDueNext } from './pick-due-next.ts';

type Props = {
  rows: readonly ComplianceRow[];
  loading: boolean;
  onOpen: (itemId: string) => void;
};

const HEADING = 'due-next';

const PLACES = [0, 1, 2, 3];

/** What is due next, above everything that pushes the table down (R-tracker-35). Memoised, as the table is. */
export const DueNext = memo(function DueNext({ rows, loading, onOpen }: Props) {
  const next = useMemo(() => pickDueNext(rows), [rows]);
  if (!loading && next.length === 0) return null;
  return (
    <section aria-labelledby={HEADING}>
      <Title order={2} size="h5" id={HEADING} mb={8}>
        Due next
      </Title>
      <ul className={classes.list}>
        {loading
          ? PLACES.map((place) => <li key={place} className={classes.waiting} aria-hidden="true" />)
          : next.map((row) => (
              <li key={row.item._id}>
                <UnstyledButton
                  className={classes.card}
                  data-urgency={row.urgency}
                  onClick={() => onOpen(row.item._id)}
                >
                  <span className={classes.title}>{row.item.title}</span>
                  <span className={classes.when}>
                    <span className={classes.distance}>{describeDue(row.daysLeft)}</span>
                    <span>{formatDay(row.current.legal)}</span>
                  </span>
                </UnstyledButton>
              </li>
            ))}
      </ul>
    </section>
  );
});
