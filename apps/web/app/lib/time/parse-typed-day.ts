import { readWrittenDay } from '@anupalan/domain/written/day';

/** Typed day (15/12/2026, 5-1-27, 15 Dec 2026, ISO; R-due-dates-8); null for anything else. */
export function parseTypedDay(text: string): Temporal.PlainDate | null {
  const written = readWrittenDay(text);
  return 'day' in written ? written.day : null;
}
