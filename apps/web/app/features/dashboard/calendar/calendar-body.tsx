import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import { startTransition, useCallback, useOptimistic, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNarrow } from '../../../lib/use-narrow.ts';
import type { ComplianceRow } from '../../compliance-items/compliance-row.ts';
import classes from './calendar-body.module.css';
import { CalendarHeader } from './calendar-header.tsx';
import { DayPanel } from './day-panel.tsx';
import { MarkCard } from './mark-card.tsx';
import type { Mark } from './marks.ts';
import { openingDay } from './month-span.ts';
import { MonthView } from './month-view.tsx';
import { StatusLegend } from './status-legend.tsx';
import type { DutiesByDay } from './use-duties-by-day.ts';
import { useMarkCard } from './use-mark-card.ts';
import { useMonthMarks } from './use-month-marks.ts';

type Props = {
  rows: readonly ComplianceRow[];
  duties: DutiesByDay;
  fields: readonly ComplianceField[];
  today: Temporal.PlainDate;
  onOpen: (itemId: string, day: Temporal.PlainDate) => void;
};

const NONE: readonly Mark[] = [];

/** Month, list of the chosen day, and the card of a mark in either. */
export function CalendarBody({ rows, duties, fields, today, onOpen }: Props) {
  const [day, setDay] = useState(today);
  const drawn = day.toPlainYearMonth();
  // The month is named at once and drawn between presses: hundreds of marks take longer than a press may.
  const [month, nameMonth] = useOptimistic(drawn);
  const marks = useMonthMarks(rows, drawn, today);
  const compact = useNarrow();
  const { card, controls } = useMarkCard();
  const heading = useRef<HTMLHeadingElement>(null);

  const chooseDay = useCallback((chosen: Temporal.PlainDate) => {
    flushSync(() => setDay(chosen)); // synchronously: the day's list must exist before it takes the focus
    heading.current?.focus();
  }, []);

  function show(chosen: Temporal.PlainDate) {
    startTransition(() => {
      nameMonth(chosen.toPlainYearMonth());
      setDay(chosen);
    });
  }

  const ofDay = marks.get(day.toString()) ?? NONE;
  const ofCardDay = (card && marks.get(card.iso)) ?? NONE;
  const mark = ofCardDay.find(({ id }) => id === card?.markId);

  return (
    <div className={classes.body}>
      <div className={classes.bar}>
        <CalendarHeader
          month={month}
          today={today}
          onMonth={(chosen) => show(openingDay(chosen, today))}
          onToday={() => show(today)}
        />
        <StatusLegend />
      </div>
      <div className={classes.columns}>
        <MonthView
          day={day}
          today={today}
          marks={marks}
          duties={duties}
          compact={compact}
          controls={controls}
          onDay={chooseDay}
        />
        <DayPanel
          key={day.toString()}
          day={day}
          today={today}
          marks={ofDay}
          duties={duties.get(day.toString())}
          controls={controls}
          headingRef={heading}
        />
      </div>
      {card && mark && (
        <MarkCard
          key={mark.id}
          card={card}
          mark={mark}
          siblings={ofCardDay.filter((other) => other.row.item._id === mark.row.item._id && other.id !== mark.id)}
          fields={fields}
          compact={compact}
          controls={controls}
          onOpen={onOpen}
        />
      )}
    </div>
  );
}
