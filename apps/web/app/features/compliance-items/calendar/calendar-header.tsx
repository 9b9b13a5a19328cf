import { ActionIcon, Button, NativeSelect, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import classes from './calendar-header.module.css';
import { describeMonth, isInCalendar, MONTHS } from './month-span.ts';

type Props = {
  month: Temporal.PlainYearMonth;
  today: Temporal.PlainDate;
  onMonth: (month: Temporal.PlainYearMonth) => void;
  onToday: () => void;
};

/** Years one can jump to, on either side of today's; the arrows go further. */
const YEARS_AROUND = 10;

/** Goes a month back or on, to any month, and back to today. */
export function CalendarHeader({ month, today, onMonth, onToday }: Props) {
  const previous = month.subtract({ months: 1 });
  const next = month.add({ months: 1 });
  return (
    <div className={classes.header}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label="Previous month"
        disabled={!isInCalendar(previous)}
        onClick={() => onMonth(previous)}
      >
        <IconChevronLeft size={18} stroke={2} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={36}
        aria-label="Next month"
        disabled={!isInCalendar(next)}
        onClick={() => onMonth(next)}
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
          onChange={({ currentTarget }) => onMonth(month.with({ month: Number(currentTarget.value) }))}
        />
        <NativeSelect
          aria-label="Year"
          data={listYears(month, today)}
          value={month.year}
          onChange={({ currentTarget }) => onMonth(month.with({ year: Number(currentTarget.value) }))}
        />
      </div>
      <VisuallyHidden aria-live="polite">{describeMonth(month)}</VisuallyHidden>
    </div>
  );
}

function listYears(month: Temporal.PlainYearMonth, today: Temporal.PlainDate): string[] {
  const around = Array.from({ length: 2 * YEARS_AROUND + 1 }, (_, index) => today.year - YEARS_AROUND + index);
  return [...new Set([...around, month.year])].sort((one, other) => one - other).map(String);
}
