import type { ActivityEvent } from '@anupalan/contract/people/activity';
import { indianDayOf } from '@anupalan/domain/calendar-day';

/** Events by the day in India on which they were done (ISO, `2026-12-15`), in the order they come in. */
export function groupByDay(events: readonly ActivityEvent[]): [day: string, events: ActivityEvent[]][] {
  return [...Map.groupBy(events, ({ at }) => `${indianDayOf(Temporal.Instant.from(at))}`)];
}
