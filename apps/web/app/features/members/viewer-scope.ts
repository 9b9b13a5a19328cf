import { formatIsoDay } from '@anupalan/domain/calendar-day';

interface Scope {
  readonly acts: readonly unknown[] | null;
  readonly from: string | null;
  readonly to: string | null;
}

/** What a viewer sees, in words: "all acts", "3 acts from 01/04/2026" (R-members-12). */
export function describeScope({ acts, from, to }: Scope): string {
  const which = acts === null ? 'all acts' : acts.length === 1 ? '1 act' : `${acts.length} acts`;
  const begins = from === null ? '' : ` from ${formatIsoDay(from)}`;
  const ends = to === null ? '' : ` to ${formatIsoDay(to)}`;
  return `${which}${begins}${ends}`;
}
