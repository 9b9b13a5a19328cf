import { getLocalPayment, type LocalPayment } from '@anupalan/contract/payments';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';

export function localPaymentQuery(session: string) {
  return queryOptions({
    queryKey: ['payments', 'local', session],
    queryFn: async ({ signal }): Promise<LocalPayment> =>
      (await request(getLocalPayment, { params: { session }, signal })).data,
  });
}

/** What is to be paid at the local gateway. */
export function useLocalPayment(session: string) {
  return useQuery(localPaymentQuery(session));
}
