import { Button, EmptyState, SegmentedControl } from '@mantine/core';
import { IconArrowLeft, IconBolt } from '@tabler/icons-react';
import { useMinute } from '../../lib/time/clock.ts';
import { useAddressState } from '../../lib/use-address-state.ts';
import { Pager } from '../../ui/lists/pager.tsx';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import { PageFrame } from '../../ui/pages/page-frame.tsx';
import { ColleaguesProvider } from '../assignments/colleagues-provider.tsx';
import { useEvent, useEvents } from './calls.ts';
import { EventCard } from './event-card.tsx';
import { type EventListState, readEventListState } from './event-list-state.ts';
import classes from './events.module.css';
import { SomethingHappened } from './something-happened.tsx';

const CHOICES = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
];

/** Page of what happened in the company, with the duties that it opened (R-events-23). */
export function Events() {
  const [state, change] = useAddressState(readEventListState);
  return (
    <ColleaguesProvider>
      <PageFrame
        title="Events"
        text="What happened, and what the law asks for because of it."
        action={<SomethingHappened variant="filled" />}
      >
        {state.event ? (
          <OneEvent id={state.event} onAll={() => change({ event: undefined })} />
        ) : (
          <EventList state={state} onChange={change} />
        )}
      </PageFrame>
    </ColleaguesProvider>
  );
}

/** Event that a link leads to. */
function OneEvent({ id, onAll }: { id: string; onAll: () => void }) {
  const { data, isPending, refetch } = useEvent(id);
  const now = useMinute();
  return (
    <>
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowLeft size={16} stroke={2} aria-hidden />}
          onClick={onAll}
        >
          All events
        </Button>
      </div>
      {data ? (
        <EventCard event={data} now={now} />
      ) : (
        <LoadingPanel what="event" failed={!isPending} onRetry={refetch} />
      )}
    </>
  );
}

type ListProps = {
  state: EventListState;
  onChange: (changes: Partial<EventListState>, options?: { replace: boolean }) => void;
};

function EventList({ state, onChange }: ListProps) {
  const { data, isPending, isPlaceholderData, refetch } = useEvents(state);
  const now = useMinute();
  return (
    <>
      <SegmentedControl
        className={classes.choice}
        aria-label="Which events"
        data={CHOICES}
        value={state.closed ? 'closed' : 'open'}
        onChange={(value) => onChange({ closed: value === 'closed' ? 'true' : undefined })}
      />
      {!data ? (
        <LoadingPanel what="events" failed={!isPending} onRetry={refetch} />
      ) : data.data.length === 0 ? (
        <EmptyState
          className={classes.empty}
          py="xl"
          icon={<IconBolt />}
          title={state.closed ? 'No closed events' : 'No open events'}
          description={<span className={classes.why}>{state.closed ? NONE_CLOSED : NONE_OPEN}</span>}
        />
      ) : (
        <div className={classes.list} aria-busy={isPlaceholderData}>
          {data.data.map((event) => (
            <EventCard key={event._id} event={event} now={now} />
          ))}
        </div>
      )}
      {data && data.pagination.pages > 1 && (
        <Pager
          page={state.page}
          pagination={data.pagination}
          nouns={['events', 'event']}
          onPage={(page, options) => onChange({ page }, options)}
        />
      )}
    </>
  );
}

const NONE_OPEN =
  'Somebody joins or leaves, an accident, a notice of an authority: record it here, and see what has to be filed, ' +
  'by whom it is asked and until when, to the hour where the law counts in hours.';

const NONE_CLOSED = 'An event that is done with is closed, and stays readable here.';
