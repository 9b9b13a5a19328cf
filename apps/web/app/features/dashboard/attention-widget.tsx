import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { DUE_SOON_DAYS } from '@anupalan/domain/urgency';
import { IconAlertTriangle, IconCircleCheck, IconClockHour4 } from '@tabler/icons-react';
import { useDeferredValue, useMemo } from 'react';
import { Link } from '../../lib/company/company-link.tsx';
import { useMinute, useToday } from '../../lib/time/clock.ts';
import { useComplianceItems } from '../compliance-items/calls.ts';
import { trackItem } from '../compliance-items/compliance-row.ts';
import { useOpenDuties } from '../events/calls.ts';
import { urgencyAt } from '../events/describe-event.ts';
import classes from './attention-widget.module.css';
import { NO_FILTER, textOfFilter } from './filters/table-address.ts';

const OVERDUE = { pathname: '/dashboard', search: textOfFilter({ ...NO_FILTER, show: 'overdue' }) };
const DUE_SOON = { pathname: '/dashboard', search: textOfFilter({ ...NO_FILTER, show: 'due-soon' }) };

/**
 * Summary in the navigation bar: overdue and due-soon counts, each a link to its items (R-tracker-25), with the duties of
 * events that stand below them.
 */
export default function AttentionWidget() {
  // The rows of the table come first.
  const items = useDeferredValue(useComplianceItems().data, undefined);
  const duties = useOpenDuties().data?.duties;
  const today = useToday();
  const now = useMinute();
  const counts = useMemo(() => items && countAttention(items, today), [items, today]);
  if (!counts) return null;
  const ofEvents = (urgency: string) => duties?.filter((duty) => urgencyAt(duty, now) === urgency).length ?? 0;
  const overdue = counts.overdue + ofEvents('overdue');
  const dueSoon = counts.dueSoon + ofEvents('due-soon');
  if (overdue + dueSoon === 0) return <AllInOrder />;
  return (
    <div className={classes.widget}>
      {overdue > 0 && (
        <Link
          to={OVERDUE}
          className={classes.count}
          data-urgency="overdue"
          aria-label={`Compliance: ${overdue} overdue`}
          title={`${overdue} overdue`}
        >
          <IconAlertTriangle size={16} stroke={2} aria-hidden />
          {overdue}
          <span className={classes.words}>overdue</span>
        </Link>
      )}
      {dueSoon > 0 && (
        <Link
          to={DUE_SOON}
          className={classes.count}
          data-urgency="due-soon"
          aria-label={`Compliance: ${dueSoon} due in ${DUE_SOON_DAYS} days`}
          title={`${dueSoon} due in ${DUE_SOON_DAYS} days`}
        >
          <IconClockHour4 size={16} stroke={2} aria-hidden />
          {dueSoon}
          <span className={classes.words}>due in {DUE_SOON_DAYS} days</span>
        </Link>
      )}
    </div>
  );
}

function AllInOrder() {
  return (
    <div className={classes.widget}>
      <Link to="/dashboard" className={classes.count} aria-label="Compliance: nothing is due" title="Nothing is due">
        <IconCircleCheck size={18} stroke={2} aria-hidden />
        <span className={classes.words}>Nothing is due</span>
      </Link>
    </div>
  );
}

/** Counts of items by their current occurrence, as on the dashboard (R-tracker-14). */
function countAttention(items: readonly ComplianceItem[], today: Temporal.PlainDate) {
  const urgencies = items.map((item) => trackItem(item, today).urgency);
  return {
    overdue: urgencies.filter((urgency) => urgency === 'overdue').length,
    dueSoon: urgencies.filter((urgency) => urgency === 'due-soon').length,
  };
}
