import { ActionIcon, Button, NativeSelect, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import classes from './calendar-header.module.css';
import { describeMonth, MONTHS, monthsOfCalendar, nearestMonth } from './month-span.ts';

type Props = {
  month: Temporal.PlainYearMonth;
  today: Temporal.PlainDate;
  onMonth: (month: Temporal.PlainYearMonth) => void;
  onToday: () => void;
};

/** Month navigation: back, on, any month of the window, today (R-calendar-2). */
export function CalendarHeader({ month, today, onMonth, onToday }: Props) {
  const { first, last } = monthsOfCalendar(today);
  const goTo = (wanted: Temporal.PlainYearMonth) => onMonth(nearestMonth(wanted, today));
  return (
    <div className={classes.header}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label="Previous month"
        disabled={month.equals(first)}
        onClick={() => goTo(month.subtract({ months: 1 }))}
      >
        <IconChevronLeft size={18} stroke={2} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={36}
        aria-label="Next month"
        disabled={month.equals(last)}
        onClick={() => goTo(month.add({ months: 1 }))}
      >
        <IconChevronRight size={18} stroke={2} aria-hidden />
      </ActionIcon>
      <Button variant="default" onClick={onToday}>
        Today
      </Button>
      <div className={classes.jump}>
        <NativeSelect
          aria-label="Month"
          data={MONTHS.map((label, index) => ({ value: String(index + 1), label }))}
          value={month.month}
          onChange={({ currentTarget }) => goTo(month.with({ month: Number(currentTarget.value) }))}
        />
        <NativeSelect
          aria-label="Year"
          data={listYears(first.year, last.year)}
          value={month.year}
          onChange={({ currentTarget }) => goTo(month.with({ year: Number(currentTarget.value) }))}
        />
      </div>
      <VisuallyHidden aria-live="polite">{describeMonth(month)}</VisuallyHidden>
    </div>
  );
}

function listYears(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
}
