import { listOwnPayments, type PlanState } from '@anupalan/contract/payments';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { PAYMENTS_KEY } from './payments-key.ts';

export const ownPaymentsQuery = queryOptions({
  queryKey: [...PAYMENTS_KEY, 'own'],
  queryFn: async ({ signal }): Promise<PlanState> => (await request(listOwnPayments, { signal })).data,
});

/** The viewer's plan, what is paid for it, and their payments. */
export function useOwnPayments({ enabled }: { enabled: boolean }) {
  return useQuery({ ...ownPaymentsQuery, enabled });
}
