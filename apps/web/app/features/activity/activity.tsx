import { faultsOf } from '../../lib/forms/faults.ts';
import { useActor } from '../../lib/session/actor.ts';
import { useAddressState } from '../../lib/use-address-state.ts';
import { useFailureToast } from '../../lib/use-failure-toast.ts';
import { ListFrame } from '../../ui/lists/list-frame.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { PageFrame } from '../../ui/pages/page-frame.tsx';
import { ExportButton } from '../exports/export-button.tsx';
import { ActivityDay } from './activity-day.tsx';
import { ActivityFilterPanel } from './activity-filter-panel.tsx';
import { readActivityListState } from './activity-list-state.ts';
import { FETCHING_ACTIVITY_FAILED, useActivity } from './calls.ts';
import { groupByDay } from './group-by-day.ts';

/** What the people of the company did, by day (R-activity-7). */
export function Activity() {
  const [state, change] = useAddressState(readActivityListState);
  const activity = useActivity(state);
  const userId = useActor()?.userId;
  const faults = faultsOf(activity.error);
  useFailureToast(Object.keys(faults).length > 0 ? null : activity.error, FETCHING_ACTIVITY_FAILED);
  const { data: events, people, pagination } = activity.data ?? {};
  const names = new Map(people?.map(({ _id, name }) => [_id, name]));
  const { by, what, item, from, to } = state;
  const isNarrowed = [by, what, item, from, to].some(Boolean);

  return (
    <PageFrame
      title="Activity"
      text="What the people of the company did, and when."
      action={<ExportButton tables={['activity']} filters={{ by, what, item, from, to }} />}
    >
      <ActivityFilterPanel state={state} people={people} faults={faults} onChange={change} />
      <ListFrame
        what="events"
        length={events?.length}
        stale={activity.isPlaceholderData}
        failed={activity.isError}
        onRetry={activity.refetch}
        empty={isNarrowed ? 'Nothing matches these filters.' : 'Nothing was done yet.'}
      >
        {groupByDay(events ?? []).map(([day, ofDay]) => (
          <ActivityDay key={day} day={day} events={ofDay} names={names} userId={userId} />
        ))}
      </ListFrame>
      {pagination && (
        <Pager
          page={state.page}
          pagination={pagination}
          nouns={['events', 'event']}
          onPage={(page, options) => change({ page }, options)}
        />
      )}
    </PageFrame>
  );
}
