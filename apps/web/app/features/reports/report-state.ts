import { FIRST_YEAR } from '@anupalan/domain/calendar-day';
import { addMonths } from '@anupalan/domain/reports/report-words';
import type { AddressState } from '../../lib/address-state.ts';

/** Month before which there is none. */
export const FIRST_MONTH = `${FIRST_YEAR}-01`;

/** Month of the address, `2026-11`; the present one where it names none. */
export type ReportState = AddressState & { readonly month?: string };

export function readReportState(params: URLSearchParams): ReportState {
  const month = params.get('month') ?? '';
  return { page: 1, ...(/^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/.test(month) && { month }) };
}

/** Months to choose from: two years back to the next one, and the one that is open. */
export function listMonths(today: Temporal.PlainDate, open: string): string[] {
  const present = today.toString().slice(0, 7);
  const usual = Array.from({ length: 26 }, (_, n) => addMonths(present, 1 - n));
  return usual.includes(open) ? usual : [open, ...usual].toSorted().toReversed();
}
