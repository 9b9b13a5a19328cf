import '@mantine/schedule/styles.layer.css';
import { UnstyledButton } from '@mantine/core';
import { MonthView as MonthGrid, type ScheduleEventData } from '@mantine/schedule';
import { memo, useMemo } from 'react';
import tones from '../../status-history/status-tone.module.css';
import { MarkButton } from './mark-button.tsx';
import { describeMarks, type Mark, type MarksByDay } from './marks.ts';
import { describeDay } from './month-span.ts';
import classes from './month-view.module.css';
import type { CardControls } from './use-mark-card.ts';

type Props = {
  day: Temporal.PlainDate;
  today: Temporal.PlainDate;
  marks: MarksByDay;
  /** On a phone a day has stripes instead of marks; its list has the marks. */
  compact: boolean;
  controls: CardControls;
  onDay: (day: Temporal.PlainDate) => void;
};

/** Lines a day has room for; the last says how many more there are. */
const LINES_A_DAY = 4;

/** What a line of a day draws. */
type Line = { mark: Mark } | { iso: string; more: number };

/** The month as weeks from Sunday to Saturday. However much falls due, a day has a few marks and leads to its list. */
export const MonthView = memo(function MonthView({ day, today, marks, compact, controls, onDay }: Props) {
  const { events, lines } = useMemo(() => layOut(marks), [marks]);
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
      // The library's today is the browser's; ours is the UTC day.
      highlightToday={false}
      maxEventsPerDay={LINES_A_DAY}
      mod={{ compact }}
      classNames={{
        monthView: classes.month ?? '',
        monthViewWeek: classes.week ?? '',
        monthViewWeekday: classes.weekday ?? '',
        monthViewDay: classes.day ?? '',
        monthViewDayLabel: classes.number ?? '',
        monthViewEvents: classes.lines ?? '',
      }}
      getDayProps={(iso) => ({
        'aria-label': describeDayButton(iso, today, marks),
        'aria-current': iso === today.toString() ? 'date' : undefined,
        'aria-pressed': iso === day.toString(),
      })}
      onDayClick={choose}
      renderEvent={({ id }, { style }) => {
        const line = lines.get(String(id));
        if (!line) return <span />;
        if ('more' in line)
          return <More line={line} style={style} compact={compact} onClick={() => choose(line.iso)} />;
        if (!compact) return <MarkButton mark={line.mark} controls={controls} style={style} />;
        return <span className={`${classes.stripe} ${tones.tone}`} data-status={line.mark.status} style={style} />;
      }}
    />
  );
});

type MoreProps = {
  line: { iso: string; more: number };
  style: React.CSSProperties | undefined;
  compact: boolean;
  onClick: () => void;
};

function More({ line: { iso, more }, style, compact, onClick }: MoreProps) {
  if (compact) {
    return (
      <span className={classes.count} style={style} aria-hidden>
        +{more}
      </span>
    );
  }
  return (
    <UnstyledButton
      className={classes.more ?? ''}
      style={style}
      aria-label={`+${more} more on ${describeDay(Temporal.PlainDate.from(iso))}`}
      onClick={onClick}
    >
      +{more} more
    </UnstyledButton>
  );
}

/** The library gets only what is drawn: it takes long over each event it is given. */
function layOut(marks: MarksByDay): { events: ScheduleEventData[]; lines: ReadonlyMap<string, Line> } {
  const lines = new Map<string, Line>();
  const events: ScheduleEventData[] = [];
  const add = (id: string, iso: string, line: Line) => {
    lines.set(id, line);
    events.push({ id, title: '', start: `${iso} 00:00:00`, end: `${iso} 23:59:59`, color: 'gray' });
  };
  for (const [iso, ofDay] of marks) {
    const shown = ofDay.length > LINES_A_DAY ? LINES_A_DAY - 1 : ofDay.length;
    for (const mark of ofDay.slice(0, shown)) add(mark.id, iso, { mark });
    if (ofDay.length > shown) add(`more ${iso}`, iso, { iso, more: ofDay.length - shown });
  }
  return { events, lines };
}

function describeDayButton(iso: string, today: Temporal.PlainDate, marks: MarksByDay): string {
  const day = Temporal.PlainDate.from(iso);
  const parts = [describeDay(day), day.equals(today) ? 'today' : '', describeMarks(marks.get(iso) ?? [])];
  return parts.filter(Boolean).join(', ');
}
