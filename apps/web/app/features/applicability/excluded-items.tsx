import type { DoesNotApply } from '@anupalan/contract/applicability/items';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import { can } from '@anupalan/domain/permissions';
import { ALL_STATES, stateLabel } from '@anupalan/domain/states';
import { Button, Text } from '@mantine/core';
import { useActor } from '../../lib/session/actor.ts';
import { formatDayOf } from '../../lib/time/dates.ts';
import { RecordLine, RecordList } from '../../ui/lists/record-list.tsx';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useDoesNotApply, useIncludeItem } from './calls.ts';

/** Items of which the company says that they don't apply, each of which can be taken back (R-applicability-8). */
export function ExcludedItems() {
  const { data, isError, refetch } = useDoesNotApply();
  const mayChange = can(useActor(), 'applicability.exclude');
  return (
    <Panel
      title="Does not apply to us"
      text="Ruled out in an obligation's details: out of rows, reminders and figures."
    >
      {data ? (
        <RecordList label="Does not apply to us" count={data.length} empty="You have ruled out nothing.">
          {data.map((item) => (
            <ExcludedItem key={item._id} item={item} mayChange={mayChange} />
          ))}
        </RecordList>
      ) : (
        <LoadingPanel what="list" failed={isError} onRetry={refetch} />
      )}
    </Panel>
  );
}

function ExcludedItem({ item, mayChange }: { item: DoesNotApply; mayChange: boolean }) {
  const including = useIncludeItem(item._id);
  const about = [
    item.state === ALL_STATES ? '' : stateLabel(item.state),
    `since ${formatDayOf(item.createdAt)}`,
    item.until === null ? '' : `until ${formatIsoDay(item.until)}`,
  ];
  return (
    <RecordLine
      title={item.title}
      aside={
        <Text size="sm" c="dimmed">
          {about.filter(Boolean).join(' · ')}
        </Text>
      }
      detail={item.reason}
    >
      {mayChange && (
        <Button
          variant="default"
          size="compact-sm"
          loading={including.isPending}
          aria-label={`Applies again: ${item.title}`}
          onClick={() => including.mutate()}
        >
          Applies again
        </Button>
      )}
    </RecordLine>
  );
}
