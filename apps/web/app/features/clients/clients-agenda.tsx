import { Text } from '@mantine/core';
import { useToday } from '../../lib/time/clock.ts';
import { useFailureToast } from '../../lib/use-failure-toast.ts';
import { ListFrame } from '../../ui/lists/list-frame.tsx';
import { AgendaDay } from './agenda-day.tsx';
import { FETCHING_AGENDA_FAILED, useClientsAgenda } from './calls.ts';
import { UnreadableCompanies } from './unreadable-companies.tsx';

/** Days that the agenda shows: what may still be open, and the month to come. */
const BACK = 31;
const AHEAD = 45;

/** What falls due over all companies, by day and obligation (R-clients-5). */
export function ClientsAgenda() {
  const today = useToday();
  const days = { from: `${today.subtract({ days: BACK })}`, to: `${today.add({ days: AHEAD })}` };
  const agenda = useClientsAgenda(days);
  useFailureToast(agenda.error, FETCHING_AGENDA_FAILED);
  // What has passed and is settled everywhere has nothing left to do.
  const open = agenda.data?.due.filter(({ day, of, settled }) => settled < of || day.slice(0, 10) >= `${today}`);
  const byDay = Map.groupBy(open ?? [], ({ day }) => day.slice(0, 10));
  return (
    <ListFrame
      what="obligations"
      length={open?.length}
      stale={agenda.isPlaceholderData}
      failed={agenda.isError}
      onRetry={agenda.refetch}
      empty="Nothing falls due in the next weeks."
    >
      {[...byDay].map(([day, due]) => (
        <AgendaDay key={day} day={Temporal.PlainDate.from(day)} today={today} due={due} />
      ))}
      {agenda.data && <UnreadableCompanies companies={agenda.data.unreadable} />}
      {agenda.data?.more && (
        <Text size="sm" c="dimmed">
          There are more duties of events in these days than are shown.
        </Text>
      )}
    </ListFrame>
  );
}
