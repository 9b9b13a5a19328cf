import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import type { StateOrAll } from '@anupalan/domain/states';
import { Skeleton, Title, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import { memo, useId, useMemo } from 'react';
import type { ComplianceRow } from '../compliance-row.ts';
import { filterByState } from '../row-filter.ts';
import { CalendarBody } from './calendar-body.tsx';
import classes from './compliance-calendar.module.css';

type Props = {
  rows: readonly ComplianceRow[];
  state: StateOrAll;
  fields: readonly ComplianceField[];
  today: Temporal.PlainDate;
  loading: boolean;
  onOpen: (itemId: string, day: Temporal.PlainDate) => void;
};

const OPEN_KEY = 'calendar-open';

/**
 * The Compliance Calendar (specification 2, section 2): due dates and statuses by day, of the items of the chosen state.
 * Memoised, because opening an item draws the dashboard again.
 */
export default memo(function ComplianceCalendar({ rows, state, loading, ...body }: Props) {
  const [open, setOpen] = useLocalStorage({
    key: OPEN_KEY,
    defaultValue: true,
    getInitialValueInEffect: false,
    deserialize: (stored) => stored !== 'false',
  });
  const inState = useMemo(() => filterByState(rows, state), [rows, state]);
  const bodyId = useId();
  return (
    <section className={classes.section} id="compliance-calendar" aria-label="Compliance Calendar">
      <Title order={2} size="h3">
        <UnstyledButton
          className={classes.toggle ?? ''}
          aria-expanded={open}
          aria-controls={open ? bodyId : undefined}
          onClick={() => setOpen(!open)}
        >
          <IconChevronRight size={20} stroke={2.2} aria-hidden className={classes.chevron ?? ''} />
          Compliance Calendar
        </UnstyledButton>
      </Title>
      {open && (
        <div id={bodyId}>
          {loading ? <Skeleton height={560} radius="lg" /> : <CalendarBody rows={inState} {...body} />}
        </div>
      )}
    </section>
  );
});
