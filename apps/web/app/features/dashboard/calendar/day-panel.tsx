import type { OpenDuty } from '@anupalan/contract/events/duties';
import { Button, Text } from '@mantine/core';
import { type Ref, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import classes from './day-panel.module.css';
import { DutyMark } from './duty-mark.tsx';
import { MarkButton } from './mark-button.tsx';
import type { Mark } from './marks.ts';
import { describeDay } from './month-span.ts';
import type { CardControls } from './use-mark-card.ts';

type Props = {
  day: Temporal.PlainDate;
  today: Temporal.PlainDate;
  marks: readonly Mark[];
  /** Duties of events that are due on this day. */
  duties: readonly OpenDuty[] | undefined;
  controls: CardControls;
  /** Heading, which takes the focus when a day is chosen. */
  headingRef: Ref<HTMLHeadingElement>;
};

/** Marks listed at once. */
const BATCH = 50;

/** List of all marks of the chosen day, of which the month shows the first few (R-calendar-5). */
export function DayPanel({ day, today, marks, duties = [], controls, headingRef }: Props) {
  const [shown, setShown] = useState(BATCH);
  const headingId = useId();
  const list = useRef<HTMLUListElement>(null);
  const left = marks.length - shown;

  /** The first that comes takes the focus, as the button may go. */
  function showMore() {
    flushSync(() => setShown(shown + BATCH));
    const first = list.current?.children[duties.length + shown];
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }

  return (
    <section className={classes.panel} aria-labelledby={headingId}>
      <h3 ref={headingRef} id={headingId} tabIndex={-1} className={classes.heading}>
        {day.equals(today) && <span className={classes.today}>Today</span>}
        {describeDay(day)}
      </h3>
      {marks.length + duties.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing is due on this day.
        </Text>
      ) : (
        <ul ref={list} className={classes.list}>
          {duties.map((duty) => (
            <li key={duty._id}>
              <DutyMark duty={duty} />
            </li>
          ))}
          {marks.slice(0, shown).map((mark, index) => (
            <li key={mark.id} tabIndex={index > 0 && index % BATCH === 0 ? -1 : undefined}>
              <MarkButton mark={mark} controls={controls} />
            </li>
          ))}
        </ul>
      )}
      {left > 0 && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={showMore}>
          Show {Math.min(left, BATCH)} more of {left}
        </Button>
      )}
    </section>
  );
}
