import {
  type CalendarFeed,
  createCalendarFeed,
  deleteCalendarFeed,
  listCalendarFeeds,
  type NewCalendarFeed,
} from '@anupalan/contract/connections/calendar-feeds';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { useCall } from '../../lib/api/use-call.ts';

const feedsQuery = callQuery(
  listCalendarFeeds,
  { failed: 'Failed to fetch your calendar addresses' },
  ({ data }): CalendarFeed[] => data,
);

/** Calendar addresses of the person, without the addresses (R-calendar-feeds-2). */
export function useCalendarFeeds() {
  return useQuery(feedsQuery);
}

/** Makes a calendar address, which comes this once. */
export function useCreateCalendarFeed() {
  return useCall({
    send: async (kind: CalendarFeed['kind']): Promise<NewCalendarFeed> =>
      (await request(createCalendarFeed, { body: { kind }, failed: 'Failed to make a calendar address' })).data,
    changes: [listCalendarFeeds],
  });
}

export function useDeleteCalendarFeed() {
  return useCall({
    send: ({ _id: id }: CalendarFeed) =>
      request(deleteCalendarFeed, { params: { id }, failed: 'Failed to delete the calendar address' }),
    done: 'Calendar address deleted',
    changes: [listCalendarFeeds],
  });
}
