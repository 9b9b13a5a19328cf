import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import type { StateOrAll } from '@anupalan/domain/states';
import { memo, useMemo } from 'react';
import { CollapsibleSection } from '../../../ui/collapsible-section.tsx';
import type { ComplianceRow } from '../../compliance-items/compliance-row.ts';
import { filterByState } from '../filters/row-filter.ts';
import { CalendarBody } from './calendar-body.tsx';
import classes from './compliance-calendar.module.css';
import { useDutiesByDay } from './use-duties-by-day.ts';

type Props = {
  rows: readonly ComplianceRow[];
  state: StateOrAll;
  fields: readonly ComplianceField[];
  today: Temporal.PlainDate;
  onOpen: (itemId: string, day: Temporal.PlainDate) => void;
};

/**
 * Compliance Calendar (R-calendar-1): due dates and statuses by day, for the items of the chosen state. Memoised,
 * because opening an item renders the dashboard again.
 */
export default memo(function ComplianceCalendar({ rows, state, ...body }: Props) {
  const duties = useDutiesByDay(state);
  const inState = useMemo(() => filterByState(rows, state), [rows, state]);
  return (
    <div className={classes.place}>
      <CollapsibleSection title="Compliance Calendar" storageKey="calendar.open" openAtFirst>
        <CalendarBody rows={inState} duties={duties} {...body} />
      </CollapsibleSection>
    </div>
  );
});
