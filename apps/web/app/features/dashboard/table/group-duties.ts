import type { OpenDuty } from '@anupalan/contract/events/duties';
import { daysFrom, indianDayOf } from '@anupalan/domain/calendar-day';
import { dueOf, urgencyAt } from '../../events/describe-event.ts';
import { DAY_GROUPS, DAY_NAMES, type DayGroup, dayGroupOf } from './day-groups.ts';
import type { View } from './group-rows.ts';

/** Duties of events under one heading; without a name they stand under none. */
export interface DutyGroup {
  readonly name: string | null;
  readonly duties: readonly OpenDuty[];
}

/** Ways to group duties, by the view of the table. */
export type GroupDuties = (duties: readonly OpenDuty[], now: Temporal.Instant) => readonly DutyGroup[];

/**
 * Duties as the table's view has its rows, in the order in which they come, by deadline (R-events-16): by day under the
 * headings of the agenda, by person under names, else in one list.
 */
export function groupDutiesBy(view: View, nameOf: (userId: string) => string): GroupDuties {
  if (view === 'day') return groupByDay;
  if (view === 'act') return (duties) => [{ name: null, duties }];
  return (duties) => {
    const byPerson = Map.groupBy(duties, ({ assignment }) => assignment.responsible);
    return Array.from(byPerson, ([person, own]) => ({
      name: person === null ? 'Nobody' : nameOf(person),
      duties: own,
    }));
  };
}

function groupByDay(duties: readonly OpenDuty[], now: Temporal.Instant): DutyGroup[] {
  const byDay = Map.groupBy(duties, (duty) => groupOf(duty, now));
  return DAY_GROUPS.flatMap((group) => {
    const own = byDay.get(group);
    return own ? [{ name: DAY_NAMES[group], duties: own }] : [];
  });
}

function groupOf(duty: OpenDuty, now: Temporal.Instant): DayGroup {
  const due = dueOf(duty);
  if (!due) return 'never';
  if (urgencyAt(duty, now) === 'overdue') return 'overdue';
  const today = indianDayOf(now);
  return dayGroupOf({ urgency: 'later', daysLeft: daysFrom(today, due.day) }, today);
}
