import '@mantine/schedule/styles.layer.css';
import { MonthView as MonthGrid, type ScheduleEventData } from '@mantine/schedule';
import { memo, useMemo } from 'react';
import { STATUS_ICONS } from '../../status-history/status-badge.tsx';
import tones from '../../status-history/status-tone.module.css';
import { MarkButton } from './mark-button.tsx';
import { describeMarks, type Mark, type MarksByDay } from './marks.ts';
import { describeDay, sundaysOfMonth } from './month-span.ts';
import classes from './month-view.module.css';
import type { CardControls } from './use-mark-card.ts';

type Props = {
  day: Temporal.PlainDate;
  today: Temporal.PlainDate;
  marks: MarksByDay;
  /** Phone layout: signs instead of marks (R-calendar-8). */
  compact: boolean;
  controls: CardControls;
  onDay: (day: Temporal.PlainDate) => void;
};

/** Lines in a day; the last one may say how many more marks there are. */
const LINES_A_DAY = 4;

const NONE: readonly Mark[] = [];

/** Month as weeks from Sunday to Saturday; a day draws a few marks and leads to its list (R-calendar-5). */
export const MonthView = memo(function MonthView({ day, today, marks, compact, controls, onDay }: Props) {
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
      // Today is the UTC day (R-due-dates-6); the library would highlight the browser's.
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
        'aria-label': describeDayButton(iso, today, marks),
        'aria-current': iso === today.toString() ? 'date' : undefined,
        'aria-pressed': iso === day.toString(),
      })}
      onDayClick={choose}
      renderEvent={({ id }, { style }) => (
        <div key={id} className={classes.days} style={style}>
          {daysOfWeek(String(id)).map((iso) => {
            const ofDay = marks.get(iso) ?? NONE;
            return (
              <div key={iso} className={classes.marks}>
                {compact ? (
                  <Signs marks={ofDay} />
                ) : (
                  <Marks marks={ofDay} controls={controls} onMore={() => choose(iso)} />
                )}
              </div>
            );
          })}
        </div>
      )}
    />
  );
});

type MarksProps = { marks: readonly Mark[]; controls: CardControls; onMore: () => void };

function Marks({ marks, controls, onMore }: MarksProps) {
  const [shown, more] = cut(marks);
  return (
    <>
      {shown.map((mark) => (
        <MarkButton key={mark.id} mark={mark} controls={controls} />
      ))}
      {more > 0 && marks[0] && (
        <button
          type="button"
          className={classes.more}
          aria-label={`+${more} more on ${describeDay(marks[0].day)}`}
          onClick={onMore}
        >
          +{more} more
        </button>
      )}
    </>
  );
}

/** Signs have no names of their own: the day's button describes them. */
function Signs({ marks }: { marks: readonly Mark[] }) {
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
function cut(marks: readonly Mark[]): [shown: readonly Mark[], more: number] {
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

function describeDayButton(iso: string, today: Temporal.PlainDate, marks: MarksByDay): string {
  const day = Temporal.PlainDate.from(iso);
  const parts = [describeDay(day), day.equals(today) ? 'today' : '', describeMarks(marks.get(iso) ?? [])];
  return parts.filter(Boolean).join(', ');
}
