import { listPaymentsOfUser, type PlanState } from '@anupalan/contract/payments';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { PAYMENTS_KEY } from './payments-key.ts';

/** The plan of any user, what is paid for it, and their payments, for an administrator. */
export function usePaymentsOfUser(userId: string) {
  return useQuery({
    queryKey: [...PAYMENTS_KEY, 'user', userId],
    queryFn: async ({ signal }): Promise<PlanState> =>
      (await request(listPaymentsOfUser, { params: { id: userId }, signal })).data,
  });
}
