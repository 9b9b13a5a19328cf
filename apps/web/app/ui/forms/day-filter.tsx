import { parseCalendarDay } from '@anupalan/domain/calendar-day';
import { useState } from 'react';
import { DayInput } from './day-input.tsx';

type Props = {
  label: string;
  /** ISO day, `2026-12-15`. */
  value: string | undefined;
  fault: string | undefined;
  onChange: (day: string | undefined) => void;
};

/** Day filter that may be empty; text that is no day filters nothing and shows a fault. */
export function DayFilter({ label, value, fault, onChange }: Props) {
  const [typed, setTyped] = useState('');
  return (
    <DayInput
      label={label}
      value={value ? parseCalendarDay(value) : null}
      onChange={(day, text) => {
        setTyped(text);
        if (day?.toString() !== value) onChange(day?.toString());
      }}
      error={typed ? 'Invalid date format' : fault}
    />
  );
}
