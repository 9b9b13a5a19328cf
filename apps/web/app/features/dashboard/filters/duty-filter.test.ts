import type { OpenDuty } from '@anupalan/contract/events/duties';
import { expect, test } from 'vitest';
import { Colleagues } from '../../assignments/colleagues.ts';
import { groupDutiesBy } from '../table/group-duties.ts';
import { createDutyFilter } from './duty-filter.ts';
import { NO_FILTER, type TableFilter } from './table-address.ts';

const NOW = Temporal.Instant.from('2026-11-21T09:00:00Z');
const OF_ASHA = { responsible: 'asha', deputy: null, checker: null };

const duty = (_id: string, patch: Partial<OpenDuty> = {}): OpenDuty => ({
  ...{ _id, title: 'Report the accident', actId: 'esi', act: 'ESI Act', state: '-', dueAt: null, recorded: null },
  ...{ dueDay: '2026-11-20T00:00:00.000Z', deadline: { n: 1, unit: 'days', direction: 'after' }, status: 'not-done' },
  ...{ assignment: OF_ASHA, waiting: null, eventId: 'e', kindName: 'Accident', label: 'A-17', visibility: 'company' },
  confidence: 'high',
  ...patch,
});

const DUTIES = [
  duty('late'),
  duty('today', { dueDay: '2026-11-21T00:00:00.000Z', assignment: { ...OF_ASHA, responsible: 'ravi' } }),
  duty('goa', { dueDay: '2026-11-25T00:00:00.000Z', state: 'Goa', actId: null, act: null, recorded: 'on-hold' }),
  duty('undated', { confidence: 'low', dueDay: null, label: 'B-2', assignment: { ...OF_ASHA, responsible: null } }),
];

const colleagues = new Colleagues(
  { people: [], lines: [] },
  { viewerId: 'ravi', today: Temporal.PlainDate.from('2026-11-21') },
);

test.each<[Partial<TableFilter>, string[]]>([
  [{ state: 'Kerala' }, ['late', 'today', 'undated']],
  [{ person: 'mine' }, ['today']],
  [{ person: 'my-work' }, ['today']],
  [{ act: 'esi' }, ['late', 'today', 'undated']],
  [{ show: 'overdue' }, ['late']],
  [{ show: 'due-soon' }, ['today', 'goa']],
  [{ show: 'on-hold' }, ['goa']],
  [{ show: 'verified' }, ['late', 'today', 'goa']],
  [{ search: 'accident b-2' }, ['undated']],
  [{ search: 'a-17', state: 'Kerala' }, ['late', 'today']],
])('the filters %o of the table are those of duties, too', (filter, ids) => {
  const passes = createDutyFilter({ ...NO_FILTER, ...filter }, colleagues);
  expect(DUTIES.filter((one) => passes?.(one, NOW)).map(({ _id }) => _id)).toEqual(ids);
});

test('nothing is left out where nothing is filtered', () => {
  expect(createDutyFilter(NO_FILTER, colleagues)).toBeNull();
  expect(createDutyFilter({ ...NO_FILTER, person: 'mine' }, null)).toBeNull();
});

test('they are grouped by the view of the table', () => {
  const groups = (view: Parameters<typeof groupDutiesBy>[0]) =>
    groupDutiesBy(view, (userId) => userId)(DUTIES, NOW).map(({ name, duties }) => [
      name,
      ...duties.map(({ _id }) => _id),
    ]);
  expect(groups('act')).toEqual([[null, 'late', 'today', 'goa', 'undated']]);
  expect(groups('day')).toEqual([
    ['Overdue', 'late'],
    ['Today', 'today'],
    ['This month', 'goa'],
    ['No due date', 'undated'],
  ]);
  expect(groups('person')).toEqual([
    ['asha', 'late', 'goa'],
    ['ravi', 'today'],
    ['Nobody', 'undated'],
  ]);
});
