import type { ActivityEvent } from '@anupalan/contract/people/activity';

/** Where the filters' days and those of the list begin and end, for everybody. */
export const INDIA = 'Asia/Kolkata';

/** Events by the day in India on which they were done (ISO, `2026-12-15`), in the order they come in. */
export function groupByDay(events: readonly ActivityEvent[]): [day: string, events: ActivityEvent[]][] {
  return [...Map.groupBy(events, ({ at }) => dayInIndia(at))];
}

function dayInIndia(instant: string): string {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(INDIA).toPlainDate().toString();
}
