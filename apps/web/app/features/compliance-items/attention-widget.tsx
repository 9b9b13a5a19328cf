import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { IconAlertTriangle, IconCircleCheck, IconClockHour4 } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useToday } from '../../lib/use-today.ts';
import classes from './attention-widget.module.css';
import { DUE_SOON_DAYS, trackItem } from './compliance-row.ts';
import { useComplianceItems } from './list-compliance-items.ts';
import { showState } from './use-requested-show.ts';

/** The bar's summary of the tracker: how many items are overdue or due soon; each number leads to their list. */
export default function AttentionWidget() {
  const { data: items } = useComplianceItems();
  const today = useToday();
  const counts = useMemo(() => items && countAttention(items, today), [items, today]);
  if (!counts) return null;
  const { overdue, dueSoon } = counts;
  if (overdue + dueSoon === 0) return <AllInOrder />;
  return (
    <div className={classes.widget}>
      {overdue > 0 && (
        <Link
          to="/dashboard"
          state={showState('overdue')}
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
          to="/dashboard"
          state={showState('due-soon')}
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

/** As the dashboard counts: by items, about their current occurrence. */
function countAttention(items: readonly ComplianceItem[], today: Temporal.PlainDate) {
  const urgencies = items.map((item) => trackItem(item, today).urgency);
  return {
    overdue: urgencies.filter((urgency) => urgency === 'overdue').length,
    dueSoon: urgencies.filter((urgency) => urgency === 'due-soon').length,
  };
}
