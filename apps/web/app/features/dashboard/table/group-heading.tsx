import type { Act } from '@anupalan/contract/acts';
import { Button, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { memo, type Ref } from 'react';
import { Link } from '../../../lib/company/company-link.tsx';
import classes from './group-heading.module.css';
import type { RowGroup } from './group-rows.ts';

type Props = {
  group: RowGroup;
  expanded: boolean;
  /** Columns to span. */
  span: number;
  /** Whether the viewer's plan includes act summaries; others get a link to the plans (R-tracker-17). */
  canReadSummaries: boolean;
  onToggle: (key: string) => void;
  onSummary: (act: Act) => void;
  ref: Ref<HTMLTableRowElement>;
  'data-index': number;
  'aria-rowindex': number;
};

const SUMMARY_BUTTON = { variant: 'subtle', size: 'compact-xs', className: classes.summary } as const;

/**
 * Heading of a group in the table: a toggle for its rows, their counts, and by act its summary (R-tracker-16,
 * R-tracker-17).
 */
export const GroupHeading = memo(function GroupHeading({
  group,
  expanded,
  span,
  onToggle,
  onSummary,
  ...props
}: Props) {
  const { canReadSummaries, ...place } = props;
  const { act } = group;
  const nameId = `group-${group.key}`;
  return (
    <tr {...place}>
      <td colSpan={span} className={classes.cell}>
        <div className={classes.content}>
          <h3 className={classes.heading}>
            <UnstyledButton className={classes.toggle} aria-expanded={expanded} onClick={() => onToggle(group.key)}>
              <IconChevronRight size={16} stroke={2.2} aria-hidden className={classes.chevron} />
              <span id={nameId}>{group.name}</span>
            </UnstyledButton>
          </h3>
          <p className={classes.counts}>
            <span>{group.rows.length === 1 ? '1 item' : `${group.rows.length} items`}</span>
            {group.overdue > 0 && <span data-urgency="overdue">{group.overdue} overdue</span>}
            {group.dueSoon > 0 && <span data-urgency="due-soon">{group.dueSoon} due soon</span>}
          </p>
          {act &&
            !act.own &&
            (canReadSummaries ? (
              <Button {...SUMMARY_BUTTON} aria-describedby={nameId} onClick={() => onSummary(act)}>
                View Act Summary
              </Button>
            ) : (
              <Button {...SUMMARY_BUTTON} component={Link} to="/plans" color="grape" aria-describedby={nameId}>
                Upgrade for Act Summary
              </Button>
            ))}
        </div>
      </td>
    </tr>
  );
});
