import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useId } from 'react';
import { Link } from '../../../lib/company/company-link.tsx';
import type { ComplianceRow } from '../../compliance-items/compliance-row.ts';
import classes from './first-steps.module.css';
import { pickDueNext } from './pick-due-next.ts';
import { useStepsTaken } from './use-steps-taken.ts';

type Props = {
  rows: readonly ComplianceRow[];
  onOpen: (itemId: string) => void;
  /** The steps are taken or dismissed. */
  onEnd: () => void;
};

/** First steps that are still to be taken, each with the way to its screen (R-tracker-38). */
export default function FirstSteps({ rows, onOpen, onEnd }: Props) {
  const headingId = useId();
  const taken = useStepsTaken(rows);
  const end = useEffectEvent(onEnd);
  const left = taken ? STEPS.filter(({ name }) => !taken[name]) : [];
  const isOver = taken !== null && left.length === 0;
  const [next] = pickDueNext(rows);

  useEffect(() => {
    if (isOver) end();
  }, [isOver]);

  if (left.length === 0) return null;
  return (
    <section className={classes.steps} aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.heading}>
        First steps <span className={classes.count}>{`${STEPS.length - left.length} of ${STEPS.length}`}</span>
      </h2>
      <ul className={classes.list}>
        {left.map(({ name, label, to }) => (
          <li key={name}>
            {to ? (
              <Link to={to} className={classes.step}>
                {label}
              </Link>
            ) : (
              <button
                type="button"
                className={classes.step}
                disabled={!next}
                onClick={() => next && onOpen(next.item._id)}
              >
                {label}
              </button>
            )}
          </li>
        ))}
      </ul>
      <ActionIcon variant="subtle" color="gray" aria-label="Dismiss" className={classes.dismiss} onClick={onEnd}>
        <IconX size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    </section>
  );
}

/** Steps in their order, with their screens; without one it is the details of what is due next. */
const STEPS = [
  { name: 'facts', label: 'Confirm states, headcount and facts', to: '/company/what-applies' },
  { name: 'registrations', label: 'Record registrations', to: '/company/registrations' },
  { name: 'month', label: 'Mark what is done this month', to: '/dashboard?view=day#compliance-data' },
  { name: 'people', label: 'Invite a colleague', to: '/company/people' },
  { name: 'reminder', label: 'Set a reminder', to: null },
] as const;
