import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { memo, type Ref } from 'react';
import type { ActGroup } from './act-group.ts';
import classes from './act-heading.module.css';

type Props = {
  group: ActGroup;
  expanded: boolean;
  /** How many columns it spans. */
  span: number;
  onToggle: (actId: string) => void;
  ref: Ref<HTMLTableRowElement>;
  'data-index': number;
  'aria-rowindex': number;
};

/** An act's line in the table: opens and closes its rows and says how many there are and how they stand. */
export const ActHeading = memo(function ActHeading({ group, expanded, span, onToggle, ...place }: Props) {
  return (
    <tr {...place} className={classes.line}>
      <td colSpan={span} className={classes.cell}>
        <div className={classes.content}>
          <h3 className={classes.heading}>
            <UnstyledButton
              className={classes.toggle ?? ''}
              aria-expanded={expanded}
              onClick={() => onToggle(group.actId)}
            >
              <IconChevronRight size={16} stroke={2.2} aria-hidden className={classes.chevron ?? ''} />
              {group.name}
            </UnstyledButton>
          </h3>
          <p className={classes.counts}>
            <span>{group.rows.length === 1 ? '1 item' : `${group.rows.length} items`}</span>
            {group.overdue > 0 && <span data-urgency="overdue">{group.overdue} overdue</span>}
            {group.dueSoon > 0 && <span data-urgency="due-soon">{group.dueSoon} due soon</span>}
          </p>
        </div>
      </td>
    </tr>
  );
});
