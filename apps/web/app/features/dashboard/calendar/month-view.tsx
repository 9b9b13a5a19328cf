import '@mantine/schedule/styles.layer.css';
import type { OpenDuty } from '@anupalan/contract/events/duties';
import { MonthView as MonthGrid, type ScheduleEventData } from '@mantine/schedule';
import { memo, useMemo } from 'react';
import { STATUS_ICONS } from '../../status-history/status-badge.tsx';
import tones from '../../status-history/status-tone.module.css';
import { DutyMark } from './duty-mark.tsx';
import { MarkButton } from './mark-button.tsx';
import { describeMarks, type Mark, type MarksByDay } from './marks.ts';
import { describeDay, sundaysOfMonth } from './month-span.ts';
import classes from './month-view.module.css';
import type { DutiesByDay } from './use-duties-by-day.ts';
import type { CardControls } from './use-mark-card.ts';

type Props = {
  day: Temporal.PlainDate;
  today: Temporal.PlainDate;
  marks: MarksByDay;
  duties: DutiesByDay;
  /** Phone layout: signs instead of marks (R-calendar-8). */
  compact: boolean;
  controls: CardControls;
  onDay: (day: Temporal.PlainDate) => void;
};

/** Lines in a day; the last one may say how many more marks there are. */
const LINES_A_DAY = 4;

const NONE: readonly Mark[] = [];
const NO_DUTIES: readonly OpenDuty[] = [];

/** Month as weeks from Sunday to Saturday; a day draws a few marks and leads to its list (R-calendar-5). */
export const MonthView = memo(function MonthView({ day, today, marks, duties, compact, controls, onDay }: Props) {
  const { year, month } = day;
  const events = useMemo(() => weeksAsEvents(Temporal.PlainYearMonth.from({ year, month })), [year, month]);
  const choose = (iso: string) => onDay(Temporal.PlainDate.from(iso));
  return (
    <MonthGrid
      date={day.toString()}
      events={events}
      withHeader={false}
      firstDayOfWeek={0}
      weekendDays={[]}
      weekdayFormat={compact ? 'dd' : 'ddd'}
      consistentWeeks={false}
      // Today is India's day (R-due-dates-6); the library would highlight the browser's.
      highlightToday={false}
      maxEventsPerDay={1}
      mod={{ compact }}
      classNames={{
        monthView: classes.month,
        monthViewWeekday: classes.weekday,
        monthViewDay: classes.day,
        monthViewDayLabel: classes.number,
        monthViewEvents: classes.lines,
      }}
      getDayProps={(iso) => ({
        'aria-label': describeDayButton(iso, today, { marks, duties }),
        'aria-current': iso === today.toString() ? 'date' : undefined,
        'aria-pressed': iso === day.toString(),
      })}
      onDayClick={choose}
      renderEvent={({ id }, { style }) => (
        <div key={id} className={classes.days} style={style}>
          {daysOfWeek(String(id)).map((iso) => {
            const ofDay = marks.get(iso) ?? NONE;
            const dutiesOfDay = duties.get(iso) ?? NO_DUTIES;
            return (
              <div key={iso} className={classes.marks}>
                {compact ? (
                  <Signs marks={[...dutiesOfDay.map(signOf), ...ofDay]} />
                ) : (
                  <Marks iso={iso} marks={ofDay} duties={dutiesOfDay} controls={controls} onMore={() => choose(iso)} />
                )}
              </div>
            );
          })}
        </div>
      )}
    />
  );
});

type MarksProps = {
  iso: string;
  marks: readonly Mark[];
  duties: readonly OpenDuty[];
  controls: CardControls;
  onMore: () => void;
};

/** Duties come first: their time is shorter. */
function Marks({ iso, marks, duties, controls, onMore }: MarksProps) {
  const [shown, more] = cut([...duties, ...marks]);
  return (
    <>
      {shown.map((mark) =>
        'row' in mark ? (
          <MarkButton key={mark.id} mark={mark} controls={controls} />
        ) : (
          <DutyMark key={mark._id} duty={mark} />
        ),
      )}
      {more > 0 && (
        <button
          type="button"
          className={classes.more}
          aria-label={`+${more} more on ${describeDay(Temporal.PlainDate.from(iso))}`}
          onClick={onMore}
        >
          +{more} more
        </button>
      )}
    </>
  );
}

type Sign = Pick<Mark, 'id' | 'status'>;

function signOf({ _id, status }: OpenDuty): Sign {
  return { id: _id, status };
}

/** Signs have no names of their own: the day's button describes them. */
function Signs({ marks }: { marks: readonly Sign[] }) {
  const [shown, more] = cut(marks);
  return (
    <>
      {shown.map(({ id, status }) => {
        const StatusIcon = STATUS_ICONS[status];
        return (
          <span key={id} className={`${classes.sign} ${tones.tone}`} data-status={status}>
            <StatusIcon size={13} stroke={2.4} aria-hidden />
          </span>
        );
      })}
      {more > 0 && (
        <span className={classes.count} aria-hidden>
          +{more}
        </span>
      )}
    </>
  );
}

/** Marks that fit into a day, and the count of those left over. */
function cut<T>(marks: readonly T[]): [shown: readonly T[], more: number] {
  const shown = marks.length > LINES_A_DAY ? marks.slice(0, LINES_A_DAY - 1) : marks;
  return [shown, marks.length - shown.length];
}

/** Week-long events that draw the marks of seven days: the library is slow for each event it is given. */
function weeksAsEvents(month: Temporal.PlainYearMonth): ScheduleEventData[] {
  return sundaysOfMonth(month).map((sunday) => ({
    id: sunday.toString(),
    title: '',
    start: `${sunday} 00:00:00`,
    end: `${sunday.add({ days: 6 })} 23:59:59`,
    color: 'gray',
  }));
}

function daysOfWeek(sunday: string): string[] {
  const first = Temporal.PlainDate.from(sunday);
  return Array.from({ length: 7 }, (_, days) => first.add({ days }).toString());
}

function describeDayButton(
  iso: string,
  today: Temporal.PlainDate,
  { marks, duties }: Pick<Props, 'marks' | 'duties'>,
): string {
  const day = Temporal.PlainDate.from(iso);
  const count = duties.get(iso)?.length ?? 0;
  const ofEvents = count === 0 ? '' : `${count} ${count === 1 ? 'duty' : 'duties'} of events`;
  const parts = [describeDay(day), day.equals(today) ? 'today' : '', describeMarks(marks.get(iso) ?? []), ofEvents];
  return parts.filter(Boolean).join(', ');
}
