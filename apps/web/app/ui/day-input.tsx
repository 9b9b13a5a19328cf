import '@mantine/dates/styles.layer.css';
import { FIRST_YEAR, formatIsoDay, LAST_YEAR, parseCalendarDay } from '@anupalan/domain/calendar-day';
import { DateInput, type DateInputProps } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { parseTypedDay } from '../lib/parse-typed-day.ts';

type Props = Pick<DateInputProps, 'label' | 'error' | 'required' | 'description' | 'onFocus' | 'onBlur'> & {
  /** The field of the form that the box is. */
  'data-path'?: string;
  value: Temporal.PlainDate | null;
  /** Null while the box is empty or holds what is no day: `text` is that. */
  onChange: (day: Temporal.PlainDate | null, text: string) => void;
};

/** A calendar day, typed (15/12/2026) or picked. */
export function DayInput({ value, onChange, ...input }: Props) {
  const [picking, setPicking] = useState(false);
  return (
    <DateInput
      {...input}
      value={value?.toString() ?? null}
      onChange={(iso) => onChange(iso === null ? null : parseCalendarDay(iso), '')}
      // The library keeps the last good day while something else is typed; nobody may record for a day they don't see.
      onInput={({ currentTarget }) => {
        if (!parseTypedDay(currentTarget.value)) onChange(null, currentTarget.value);
      }}
      fixOnBlur={value !== null}
      dateParser={(text) => parseTypedDay(text)?.toString() ?? null}
      valueFormat={formatIsoDay}
      minDate={`${FIRST_YEAR}-01-01`}
      maxDate={`${LAST_YEAR}-12-31`}
      firstDayOfWeek={0}
      weekendDays={[]}
      popoverProps={{ withinPortal: false, onOpen: () => setPicking(true), onClose: () => setPicking(false) }}
      // Escape closes the calendar first, and only then the dialog it may stand in.
      data-mantine-stop-propagation={picking || undefined}
      placeholder="DD/MM/YYYY"
      leftSection={<IconCalendar size={16} stroke={1.7} aria-hidden />}
      previousLabel="Previous month"
      nextLabel="Next month"
    />
  );
}
