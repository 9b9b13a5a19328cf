import type { User } from '@anupalan/contract/users';
import { useRememberedBy } from '../../lib/session/company.ts';
import { useShownFirst } from '../../lib/when-settled.ts';
import { ColleaguesProvider } from '../assignments/colleagues-provider.tsx';
import { useColleagues } from '../assignments/use-colleagues.ts';
import { DashboardView } from './dashboard-view.tsx';
import { useTableFilter } from './filters/use-table-filter.ts';
import { VIEWS } from './table/group-rows.ts';
import { VIEWS_ALONE } from './table/table-view.ts';
import { useTableView } from './table/use-table-view.ts';
import { useAfterPaint } from './use-after-paint.ts';
import { useHighlight } from './use-highlight.ts';
import { useOpenItem } from './use-open-item.ts';
import { useTracker } from './use-tracker.ts';

/** Dashboard: everything that is due, as a table and as a calendar (R-tracker-8). */
export function Dashboard({ user }: { user: User }) {
  return (
    <ColleaguesProvider>
      <Tracker user={user} />
    </ColleaguesProvider>
  );
}

function Tracker({ user }: { user: User }) {
  const { tracker, fetching, retry } = useTracker();
  const { rows, hasItems, loading } = tracker;
  const { filter, changeFilter } = useTableFilter();
  const { opened, day, open, close } = useOpenItem({ rows, hasItems });
  const { highlight, end } = useHighlight(rows, fetching);
  const views = useColleagues() ? VIEWS : VIEWS_ALONE;
  const { view, chooseView } = useTableView(useRememberedBy(user._id), views);
  const hasRows = useAfterPaint(!loading);
  useShownFirst(hasRows);

  return (
    <DashboardView
      user={user}
      tracker={tracker}
      hasRows={hasRows}
      onRetry={retry}
      filter={filter}
      onFilter={changeFilter}
      views={views}
      view={view}
      onView={chooseView}
      opened={opened}
      day={day}
      onOpen={open}
      onClose={close}
      highlight={highlight}
      onHighlightEnd={end}
    />
  );
}
