import type { OpenDuty } from '@anupalan/contract/events/duties';
import { matchesStateFilter } from '@anupalan/domain/applicability';
import { statusOf } from '@anupalan/domain/events/duty';
import { hasEveryWord } from '../../../lib/text/search-words.ts';
import type { Colleagues } from '../../assignments/colleagues.ts';
import { dueOf, urgencyAt } from '../../events/describe-event.ts';
import { VERIFIED } from './show-choices.ts';
import type { TableFilter } from './table-address.ts';

/** Whether a duty of an event passes the table's filters (R-events-16). */
export type DutyFilter = (duty: OpenDuty, now: Temporal.Instant) => boolean;

/** Filter of duties that is for them what the table's are for its rows; null when all pass. */
export function createDutyFilter(filter: TableFilter, colleagues: Colleagues | null): DutyFilter | null {
  const { state, person, act, show, search } = filter;
  const tests: DutyFilter[] = [];
  if (state !== '-') tests.push((duty) => matchesStateFilter(duty, state));
  if (person !== 'all' && colleagues) {
    tests.push((duty) => colleagues.isChosen({ ...duty, actId: duty.actId ?? '' }, person));
  }
  if (act !== '') tests.push(({ actId }) => actId === act);
  if (show === 'overdue' || show === 'due-soon') tests.push((duty, now) => urgencyAt(duty, now) === show);
  else if (show === VERIFIED) tests.push(({ confidence }) => confidence !== 'low');
  else if (show !== 'all') tests.push((duty, now) => statusAt(duty, now) === show);
  if (search.trim() !== '') {
    const matches = hasEveryWord(search);
    tests.push((duty) => matches(searchTextOf(duty)));
  }
  return tests.length === 0 ? null : (duty, now) => tests.every((passes) => passes(duty, now));
}

function statusAt(duty: OpenDuty, now: Temporal.Instant) {
  return statusOf({ due: dueOf(duty), recorded: duty.recorded ?? undefined }, now);
}

function searchTextOf({ title, act, kindName, label }: OpenDuty): string {
  return [title, act, kindName, label].join(' ').toLowerCase();
}
