import { formatDay } from '@anupalan/domain/calendar-day';
import type { Frequency } from '@anupalan/domain/recurrence';
import type { LoadedItem } from '../compliance-items/commands-load.ts';
import type { Difference } from '../law/list-differences.ts';
import type { Plan, Stored } from './plan-load.ts';

type StoredItem = Stored<LoadedItem>;

/** What a load changes of the items: those that are new, and those that fall due on other days (R-law-11). */
export function listItemDifferences(
  { additions, changes }: Plan<LoadedItem>,
  stored: readonly StoredItem[],
): Difference[] {
  const byId = new Map(stored.map((row) => [row.id, row]));
  const added = additions.map(({ key, values }) => tell(key, values, { change: 'added', was: '' }));
  const moved = changes.flatMap(({ id, values }): Difference[] => {
    const row = byId.get(id);
    if (!row?.catalogue_key || describeSchedule(row) === describeSchedule(values)) return [];
    return [tell(row.catalogue_key, values, { change: 'moved', was: describeSchedule(row) })];
  });
  return [...added, ...moved];
}

function tell(
  itemKey: string,
  values: LoadedItem,
  { change, was }: { change: 'added' | 'moved'; was: string },
): Difference {
  const { title, state, source, due_date } = values;
  const now = describeSchedule(values);
  return { about: 'item', itemKey, change, title, state, was, now, source: source ?? '', effectiveOn: due_date };
}

/** What became of a retired item: it ended, or goes on in another. */
export function tellRetired(
  item: Pick<LoadedItem, 'title' | 'state'> & Schedule,
  { key, source, reason }: { key: string; source: string; reason: string },
  into: { readonly key: string; readonly title: string } | null,
): Difference {
  return {
    about: 'item',
    itemKey: into?.key ?? key,
    change: into ? 'merged' : 'ended',
    title: item.title,
    state: item.state,
    was: describeSchedule(item),
    now: into ? `Part of “${into.title}”` : reason,
    source,
    effectiveOn: null,
  };
}

const RHYTHMS: Readonly<Record<Frequency, string>> = {
  never: 'No due day',
  once: 'Once, due',
  daily: 'Every day, first due',
  weekly: 'Every week, first due',
  monthly: 'Every month, first due',
  quarterly: 'Every quarter, first due',
  'half-yearly': 'Every half-year, first due',
  yearly: 'Every year, first due',
  '2-years': 'Every two years, first due',
};

type Schedule = Pick<LoadedItem, 'due_date' | 'frequency' | 'exceptions'>;

function describeSchedule({ due_date, frequency, exceptions }: Schedule): string {
  if (due_date === null) return RHYTHMS[frequency];
  const moved = exceptions.map(({ of, on }) => `${formatMonthDay(on)} instead of ${formatMonthDay(of)}`).sort();
  return [`${RHYTHMS[frequency]} ${formatDay(Temporal.PlainDate.from(due_date))}`, ...moved].join('; ');
}

/** `04-30` as `30/04`, like days are written. */
function formatMonthDay(monthDay: string): string {
  return monthDay.split('-').reverse().join('/');
}
