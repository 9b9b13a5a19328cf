import { Button, Group } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import classes from './filter-panel.module.css';

type Props = {
  /** Count of filters in use. */
  active: number;
  onClear: () => void;
  /** Buttons beside the filters that act on the list. */
  actions?: ReactNode;
  children: ReactNode;
};

/** Filters that fold away under a button with the count of those in use (R-users-13). */
export function FilterPanel({ active, onClear, actions, children }: Props) {
  const [open, setOpen] = useState(true);
  const id = useId();
  return (
    <section aria-label="Filters" className={classes.panel}>
      <Group gap="xs">
        <Button
          variant="default"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.8} aria-hidden />}
          rightSection={<IconChevronDown size={16} stroke={2} aria-hidden className={classes.chevron} />}
          onClick={() => setOpen(!open)}
        >
          {active > 0 ? `Filters (${active})` : 'Filters'}
        </Button>
        {active > 0 && (
          <Button variant="subtle" color="gray" onClick={onClear}>
            Clear filters
          </Button>
        )}
        {actions && <div className={classes.actions}>{actions}</div>}
      </Group>
      {open && (
        <div id={id} className={classes.fields}>
          {children}
        </div>
      )}
    </section>
  );
}
