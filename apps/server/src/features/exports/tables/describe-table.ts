import { formatDay, storedDay } from '@anupalan/domain/calendar-day';
import { AppError } from '../../../platform/errors/errors.ts';
import type { Database } from '../../../platform/postgres/database.ts';
import { getCompany } from '../../companies/queries.ts';
import type { Days } from '../../tracker/choose-days.ts';
import type { Asked } from '../table-source.ts';

/** What a reader of a table has to know of it: whose it is, which days it has, what narrows it (R-exports-3). */
export async function describeTable(
  { db }: Database,
  { session, filters }: Pick<Asked, 'session' | 'filters'>,
  days: Partial<Days>,
): Promise<(readonly [label: string, text: string])[]> {
  const { companyName } = await getCompany(db, session.workspaceId);
  const { scope } = session.member;
  const narrowed = Object.keys(filters).filter((name) => !['from', 'to', 'format'].includes(name));
  return [
    ['Company', companyName],
    ['Period', describeDays(days)],
    ...(scope?.acts ? [['Acts', 'Only those that you may see'] as const] : []),
    ...(narrowed.length > 0
      ? [['Narrowed by', narrowed.map((name) => FILTERS.get(name) ?? name).join(', ')] as const]
      : []),
    ...(session.plan === 'free' ? [['Plan', 'Free: newest records, without notes'] as const] : []),
  ];
}

const FILTERS: ReadonlyMap<string, string> = new Map([
  ...([
    ['state', 'state'],
    ['act', 'act'],
    ['item', 'obligation'],
    ['status', 'status'],
    ['person', 'people'],
  ] as const),
  ...([
    ['search', 'search'],
    ['by', 'people'],
    ['what', 'kind of activity'],
  ] as const),
]);

function describeDays({ from, to }: Partial<Days>): string {
  if (from && to) return `${formatDay(from)} to ${formatDay(to)}`;
  if (from) return `from ${formatDay(from)}`;
  return to ? `until ${formatDay(to)}` : 'All days';
}

/** The days that a table is asked for. @throws AppError invalid when the last is before the first */
export function readDays({ from, to }: Asked['filters']): Partial<Days> {
  if (from !== undefined && to !== undefined && to < from) {
    const fault = 'The last day must not be before the first';
    throw new AppError('invalid', fault, { faults: { to: fault } });
  }
  const dayOf = (text: string) => storedDay(text);
  return { ...(from && { from: dayOf(from) }), ...(to && { to: dayOf(to) }) };
}

/** The days of a register: those that were asked for, else of the financial year from April that has today. */
export function registerDays(filters: Asked['filters'], today: Temporal.PlainDate): Days {
  const { from, to } = readDays(filters);
  const april = (from ?? to ?? today).with({ month: 4, day: 1 });
  const isEarlier = Temporal.PlainDate.compare(from ?? to ?? today, april) < 0;
  const first = from ?? (isEarlier ? april.subtract({ years: 1 }) : april);
  const days = { from: first, to: to ?? first.add({ years: 1 }).subtract({ days: 1 }) };
  if (Temporal.PlainDate.compare(days.from.add({ years: MOST_YEARS }), days.to) > 0) return days;
  const fault = `A register covers at most ${MOST_YEARS} years`;
  throw new AppError('invalid', fault, { faults: { to: fault } });
}

const MOST_YEARS = 20;

/** Days around today, for tables that tell of what was recorded whenever that was. */
export function usualDays(today: Temporal.PlainDate): Days {
  return { from: today, to: today };
}
