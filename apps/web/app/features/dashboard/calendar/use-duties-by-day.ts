import type { OpenDuty } from '@anupalan/contract/events/duties';
import { matchesStateFilter } from '@anupalan/domain/applicability';
import type { StateOrAll } from '@anupalan/domain/states';
import { useMemo } from 'react';
import { useOpenDuties } from '../../events/calls.ts';

/** Open duties of events by the ISO day on which they are due, the earliest of a day first (R-events-16). */
export type DutiesByDay = ReadonlyMap<string, readonly OpenDuty[]>;

const NONE: readonly OpenDuty[] = [];

/** Duties of the chosen state; those without a day yet have no place in a calendar. */
export function useDutiesByDay(state: StateOrAll): DutiesByDay {
  const duties = useOpenDuties().data?.duties ?? NONE;
  return useMemo(() => {
    const dated = duties.filter((duty) => duty.dueDay !== null && matchesStateFilter(duty, state));
    return Map.groupBy(dated, ({ dueDay }) => dueDay?.slice(0, 10) ?? '');
  }, [duties, state]);
}
