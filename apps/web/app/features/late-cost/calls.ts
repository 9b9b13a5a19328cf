import { type LateCostAnswer, readLateCost } from '@anupalan/contract/law/late-cost';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/api/call-query.ts';

/** What is late: an obligation, or a duty of an event. */
export type LateSubject = { readonly itemId: string } | { readonly dutyId: string };

/** Delay as it was typed, already judged: rupees in digits, ISO days. */
export interface TypedDelay {
  readonly amount: string;
  readonly dueOn: string;
  readonly paidOn: string;
  readonly countedFrom?: string;
}

/** What a delay costs; what was answered before stays until the next answer. */
export function useLateCost(subject: LateSubject, delay: TypedDelay | null) {
  return useQuery({
    ...callQuery(
      readLateCost,
      {
        query: { ...subject, ...(delay ?? { amount: '', dueOn: '', paidOn: '' }) },
        failed: 'Failed to compute what late costs',
      },
      ({ data }): LateCostAnswer => data,
    ),
    enabled: delay !== null,
    placeholderData: keepPreviousData,
  });
}
