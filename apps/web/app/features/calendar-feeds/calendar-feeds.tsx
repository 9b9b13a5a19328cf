import { type CalendarFeed, MOST_FEEDS, type NewCalendarFeed } from '@anupalan/contract/connections/calendar-feeds';
import { Button, Group, Text } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useCompany } from '../../lib/session/company.ts';
import { formatDayOf } from '../../lib/time/dates.ts';
import { DeleteButton } from '../../ui/forms/delete-button.tsx';
import { RecordLine, RecordList } from '../../ui/lists/record-list.tsx';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import { Panel } from '../../ui/panel.tsx';
import classes from './calendar-feeds.module.css';
import { useCalendarFeeds, useCreateCalendarFeed, useDeleteCalendarFeed } from './calls.ts';

/** Button whose label may be longer than a line of a phone. */
const LONG = { root: classes.button ?? '', label: classes.label ?? '' };

/** Lazy, because it is opened once a calendar. */
const NewAddress = lazy(() => import('./new-address.tsx').then((module) => ({ default: module.NewAddress })));

/** Section of the calendars that read what is due by a private address (R-calendar-feeds-2). */
export default function CalendarFeeds() {
  const { data, isPending, refetch } = useCalendarFeeds();
  return (
    <Panel
      title="Calendars"
      text="See what falls due in Google Calendar, Outlook or Apple Calendar, with its status and a reminder."
    >
      {data ? <Feeds feeds={data} /> : <LoadingPanel what="calendar addresses" failed={!isPending} onRetry={refetch} />}
    </Panel>
  );
}

function Feeds({ feeds }: { feeds: readonly CalendarFeed[] }) {
  const company = useCompany();
  const creating = useCreateCalendarFeed();
  const [made, setMade] = useState<NewCalendarFeed>();
  const isFull = feeds.length >= MOST_FEEDS;
  const button = (kind: CalendarFeed['kind'], label: string) => (
    <Button
      variant="default"
      classNames={LONG}
      leftSection={<IconCalendarPlus size={17} stroke={1.7} aria-hidden />}
      loading={creating.isPending && creating.variables === kind}
      disabled={isFull || creating.isPending}
      onClick={() => creating.mutate(kind, { onSuccess: setMade })}
    >
      {label}
    </Button>
  );
  return (
    <>
      <RecordList
        label="Calendar addresses"
        count={feeds.length}
        empty="No calendar reads what is due yet. Choose what yours shall show."
      >
        {feeds.map((feed) => (
          <FeedLine key={feed._id} feed={feed} />
        ))}
      </RecordList>
      <Group gap="sm">
        {button('person', 'Add what I am responsible for')}
        {company && button('company', `Add all that is due in ${company.name}`)}
      </Group>
      {isFull && (
        <Text size="sm" c="dimmed">
          There are {MOST_FEEDS} addresses, as many as there may be. Delete one that no calendar reads any more.
        </Text>
      )}
      <Suspense>{made && <NewAddress feed={made} name={nameOf(made)} onClose={() => setMade(undefined)} />}</Suspense>
    </>
  );
}

function FeedLine({ feed }: { feed: CalendarFeed }) {
  const removing = useDeleteCalendarFeed();
  const name = nameOf(feed);
  const read = feed.readAt ? `last read on ${formatDayOf(feed.readAt)}` : 'not read by a calendar yet';
  return (
    <RecordLine title={name} detail={`Made on ${formatDayOf(feed.createdAt)}, ${read}`}>
      <DeleteButton
        name={`Delete calendar address: ${name}`}
        question="Are you sure you want to delete this address? Calendars that have it show nothing new any more."
        busy={removing.isPending}
        onDelete={(close) => removing.mutate(feed, { onSettled: close })}
      />
    </RecordLine>
  );
}

function nameOf({ kind, companyName }: CalendarFeed): string {
  return kind === 'person' ? 'What I am responsible for' : `All that is due in ${companyName ?? ''}`;
}
