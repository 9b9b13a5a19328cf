import { isBefore, storedDay } from '@anupalan/domain/calendar-day';
import { isOccurrence } from '@anupalan/domain/due-days/exceptions';
import { compareOccurrences, type DatedOccurrence, legalDayOf } from '@anupalan/domain/due-days/legal-order';
import { linesBetween, type Standing, standingOf } from '@anupalan/domain/reports/month-report';
import type { ReportedItem } from '../reports/reported-item.ts';
import type { Days } from '../tracker/choose-days.ts';
import { seesDay } from '../tracker/scope.ts';
import type { Outside } from './outside.ts';
import type { Asked } from './table-source.ts';

/** An occurrence of an item, or a day for which something is recorded, in a register. */
export interface LineOfItem extends DatedOccurrence {
  readonly standing: Standing;
  readonly outside: Outside | null;
}

/** An item of a register with what was recorded of it. */
export interface RegisteredItem extends ReportedItem {
  readonly outside: Outside | null;
  readonly isRecorded: boolean;
}

/**
 * The lines of an item in a period, by legal day (R-exports-7): its occurrences, and what is recorded for days on which it
 * doesn't fall due now. Of one that is outside there is what is recorded, and what was open when somebody said so: that
 * nothing was recorded later is no gap.
 * @param hasFiles whether a file stands at a day, by its ISO text
 */
export function linesOfItem(
  item: RegisteredItem,
  { session, today }: Pick<Asked, 'session' | 'today'>,
  { days, hasFiles }: { days: Days; hasFiles: (iso: string) => boolean },
): LineOfItem[] {
  const { entries, outside, isRecorded } = item;
  const sees = (day: Temporal.PlainDate) => seesDay(session, `${day}`);
  const isKept = (iso: string) => entries.get(iso)?.record != null || hasFiles(iso);
  const since = outside?.kind === 'said' && isRecorded ? storedDay(outside.since) : null;
  const due = linesBetween(item, { today, sees }, days)
    .filter(({ iso, legal }) => outside === null || isKept(iso) || (since !== null && isBefore(legal, since)))
    .map((line) => ({ ...line, outside }));
  const { first, frequency } = item.schedule;
  const isDue = (day: Temporal.PlainDate) => first !== null && isOccurrence(first, frequency, day);
  const others = [...entries.keys()]
    .filter((iso) => iso >= `${days.from}` && iso <= `${days.to}` && isKept(iso))
    .map((iso) => ({ iso, day: storedDay(iso) }))
    .filter(({ day }) => sees(day) && !isDue(day))
    .map(({ iso, day }): LineOfItem => {
      const occurrence = { day, iso, legal: legalDayOf(day, item.schedule) };
      const standing = standingOf(item, occurrence, today);
      return { ...occurrence, standing, outside: outside ?? { kind: 'no-due-day' } };
    });
  return [...due, ...others].sort(compareOccurrences);
}
