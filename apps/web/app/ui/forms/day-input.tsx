import '@mantine/dates/styles.layer.css';
import { FIRST_YEAR, formatIsoDay, LAST_YEAR, parseCalendarDay } from '@anupalan/domain/calendar-day';
import { DateInput, type DateInputProps } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { parseTypedDay } from '../../lib/time/parse-typed-day.ts';
import { readToday } from '../../lib/time/read-today.ts';

type Props = Pick<DateInputProps, 'label' | 'error' | 'required' | 'description' | 'onFocus' | 'onBlur'> & {
  /** Name of the form's field. */
  'data-path'?: string;
  value: Temporal.PlainDate | null;
  /** Called with null while the box is empty or holds no valid day; `text` is what it holds then. */
  onChange: (day: Temporal.PlainDate | null, text: string) => void;
  /** Only typed, without a calendar over what is around it: in a grid. */
  typed?: true;
};

/**
 * Calendar day, typed (15/12/2026, 15-Dec-26) or picked (R-due-dates-8, R-pages-19). The calendar opens by a press on the
 * box and never by focus or typing: it would be read out to everybody who only passes.
 */
export function DayInput({ value, onChange, typed, onBlur, ...input }: Props) {
  const [picking, setPicking] = useState(false);
  return (
    <DateInput
      {...input}
      value={value?.toString() ?? null}
      onChange={(iso) => {
        onChange(iso === null ? null : parseCalendarDay(iso), '');
        setPicking(false);
      }}
      onClick={() => setPicking(!typed)}
      onKeyDown={({ key }) => {
        if (key === 'Escape') setPicking(false);
      }}
      onBlur={(event) => {
        onBlur?.(event);
        setPicking(false);
      }}
      // Invalid text clears the day: the library would keep the last good one, which nobody sees any more.
      onInput={({ currentTarget }) => {
        if (!parseTypedDay(currentTarget.value)) onChange(null, currentTarget.value);
      }}
      fixOnBlur={value !== null}
      dateParser={(text) => parseTypedDay(text)?.toString() ?? null}
      valueFormat={formatIsoDay}
      // The month that opens is India's: without it the library takes the browser's.
      {...(value === null && { defaultDate: readToday() })}
      minDate={`${FIRST_YEAR}-01-01`}
      maxDate={`${LAST_YEAR}-12-31`}
      firstDayOfWeek={0}
      weekendDays={[]}
      popoverProps={{
        withinPortal: false,
        opened: picking,
        onDismiss: () => setPicking(false),
      }}
      // Escape closes the calendar first, and only then the dialog around it.
      data-mantine-stop-propagation={picking || undefined}
      placeholder="DD/MM/YYYY"
      leftSection={!typed && <IconCalendar size={16} stroke={1.7} aria-hidden />}
      previousLabel="Previous month"
      nextLabel="Next month"
    />
  );
}
