import { getLocalPayment, type LocalPayment } from '@anupalan/contract/payments';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError, request } from '../../lib/api.ts';

export function localPaymentQuery(session: string) {
  return queryOptions({
    queryKey: ['payments', 'local', session],
    queryFn: ({ signal }): Promise<LocalPayment | null> =>
      request(getLocalPayment, { params: { session }, signal }).then(({ data }) => data, nullWhenUnknown),
  });
}

function nullWhenUnknown(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}

/** What is to be paid at the local gateway; null when there is no such payment. */
export function useLocalPayment(session: string) {
  return useQuery(localPaymentQuery(session));
}
