import { parseCalendarDay } from '@anupalan/domain/calendar-day';
import type { ComponentProps } from 'react';
import { DayInput } from './day-input.tsx';

type Props = Omit<ComponentProps<typeof DayInput>, 'value' | 'onChange'> & {
  /** ISO day, or typed text that is no day. */
  value?: string;
  onChange?: (value: string) => void;
};

/** {@link DayInput} for a form whose schema checks the day. */
export function FormDayInput({ value = '', onChange, ...input }: Props) {
  return (
    <DayInput
      {...input}
      value={parseCalendarDay(value)}
      onChange={(day, text) => onChange?.(day?.toString() ?? text)}
    />
  );
}
