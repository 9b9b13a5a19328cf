import type { StatusWindow } from '@anupalan/contract/status-history';
import { storedDay } from '@anupalan/domain/calendar-day';
import { statusWindow } from '@anupalan/domain/occurrence';
import { nearestDayIn, type Period } from '@anupalan/domain/period';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { chooseDays, type Days } from './choose-days.ts';
import { itemNotFound } from './require-item.ts';

/** Who reads, as far as what they see is bounded: of all but some viewers it isn't (R-companies-21). */
type Reader = Pick<Session, 'member'>;

/** The years of a viewer's period that an answer covers when nothing else is asked for. */
const YEARS = 3;

/** Whether a reader sees what belongs to an act. */
export function seesAct({ member: { scope } }: Reader, actId: string): boolean {
  return scope === null || scope.acts === null || scope.acts.includes(actId);
}

/** The same as a condition in SQL of the column that has the act's id; it holds also where there is no act. */
export function isOfSeenAct({ member: { scope } }: Reader, actId: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const isSeen = (acts: readonly string[]) => sql<SqlBool>`(${actId} is null or ${actId} = any(${acts}::uuid[]))`;
  return scope?.acts ? isSeen(scope.acts) : sql<SqlBool>`true`;
}

/** The days that a reader sees, by their ends; null where every day is seen. */
export function periodOf({ member: { scope } }: Reader): { from: string | null; to: string | null } | null {
  return scope === null || (scope.from === null && scope.to === null) ? null : { from: scope.from, to: scope.to };
}

/** The same days as the rules of occurrences ask for them; undefined where every day is seen. */
export function daysSeenBy(reader: Reader): Period | undefined {
  const period = periodOf(reader);
  return period ? { from: dayOf(period.from), to: dayOf(period.to) } : undefined;
}

function dayOf(text: string | null): Temporal.PlainDate | null {
  return text === null ? null : storedDay(text);
}

/** Whether a reader sees a day, as the contract writes it (`2026-11-30T00:00:00.000Z`). */
export function seesDay(reader: Reader, isoMidnight: string): boolean {
  const { from, to } = periodOf(reader) ?? { from: null, to: null };
  const day = isoMidnight.slice(0, 10);
  return (from === null || day >= from) && (to === null || day <= to);
}

/**
 * The days that an answer covers, as {@link chooseDays}, within those that the reader sees. Where nothing is asked for,
 * somebody with a period gets that: its newest three years.
 */
export function chooseDaysFor(reader: Reader, asked: StatusWindow, today: Temporal.PlainDate): Days {
  const period = daysSeenBy(reader);
  if (!period) return chooseDays(asked, today);
  const isAsked = asked.from !== undefined || asked.to !== undefined;
  const days = isAsked ? chooseDays(asked, today) : newestOf(period, today);
  return { from: later(days.from, period.from), to: earlier(days.to, period.to) };
}

/** The newest years of a period, up to the last day that is looked at from today, or from its day nearest today. */
function newestOf(period: Period, today: Temporal.PlainDate): Days {
  const to = earlier(statusWindow(nearestDayIn(period, today)).to, period.to);
  return { from: to.subtract({ years: YEARS }), to };
}

function later(day: Temporal.PlainDate, bound: Temporal.PlainDate | null): Temporal.PlainDate {
  return bound && Temporal.PlainDate.compare(bound, day) > 0 ? bound : day;
}

function earlier(day: Temporal.PlainDate, bound: Temporal.PlainDate | null): Temporal.PlainDate {
  return bound && Temporal.PlainDate.compare(bound, day) < 0 ? bound : day;
}

/**
 * Checks that a reader sees an item by its act; it costs nothing where they see all.
 * @throws AppError not-found
 */
export async function requireItemInScope({ db }: Pick<Database, 'db'>, reader: Reader, itemId: string): Promise<void> {
  if (!reader.member.scope?.acts) return;
  const item = await db.selectFrom('compliance_items').select('act_id').where('id', '=', itemId).executeTakeFirst();
  if (!item || !seesAct(reader, item.act_id)) throw itemNotFound();
}
