import { type LateCostAnswer, readLateCost } from '@anupalan/contract/law/late-cost';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/api/call-query.ts';

/** Delay as it was typed, already judged: rupees in digits, ISO days. */
export interface TypedDelay {
  readonly amount: string;
  readonly dueOn: string;
  readonly paidOn: string;
}

/** What a delay of an item costs; what was answered before stays until the next answer. */
export function useLateCost(itemId: string, delay: TypedDelay | null) {
  return useQuery({
    ...callQuery(
      readLateCost,
      {
        query: { itemId, ...(delay ?? { amount: '', dueOn: '', paidOn: '' }) },
        failed: 'Failed to compute what late costs',
      },
      ({ data }): LateCostAnswer => data,
    ),
    enabled: delay !== null,
    placeholderData: keepPreviousData,
  });
}
