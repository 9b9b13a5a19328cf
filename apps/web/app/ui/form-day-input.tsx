import { parseCalendarDay } from '@anupalan/domain/calendar-day';
import type { ComponentProps } from 'react';
import { DayInput } from './day-input.tsx';

type Props = Omit<ComponentProps<typeof DayInput>, 'value' | 'onChange'> & {
  /** An ISO day, or what was typed instead of one. */
  value?: string;
  onChange?: (value: string) => void;
};

/** {@link DayInput} for a form whose schema reads the day, and so says itself what is wrong with one. */
export function FormDayInput({ value = '', onChange, ...input }: Props) {
  return (
    <DayInput
      {...input}
      value={parseCalendarDay(value)}
      onChange={(day, text) => onChange?.(day?.toString() ?? text)}
    />
  );
}
