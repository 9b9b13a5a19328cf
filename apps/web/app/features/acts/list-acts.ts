import { type Act, listActs } from '@anupalan/contract/acts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';

export const actsQuery = queryOptions({
  queryKey: ['acts'],
  queryFn: async ({ signal }): Promise<Act[]> => (await request(listActs, { signal })).data,
});

/** Every act of the catalogue. */
export function useActs() {
  return useQuery(actsQuery);
}
