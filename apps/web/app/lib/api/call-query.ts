import type { Call } from '@anupalan/contract/wire/call';
import { queryOptions } from '@tanstack/react-query';
import { type Answer, addressOf, type Request, requestWith } from './api.ts';
import { callKey } from './ask-again.ts';
import { inCompany } from './call-company.ts';
import { companyOf } from './query-client.ts';

/**
 * Query of a call, reduced to the part of its answer that is shown. Its key starts with the noun, by which changes
 * invalidate it; it is about the company whose cache it is in. Its address is that of the call, for pages that ask early.
 */
export function callQuery<const C extends Call, Data>(call: C, input: Request<C>, read: (answer: Answer<C>) => Data) {
  const { params, query }: { params?: unknown; query?: unknown } = input;
  const options = queryOptions({
    queryKey: [...callKey(call), ...[params, query].filter((given) => given !== undefined)],
    queryFn: async ({ signal, client }): Promise<Data> =>
      read(await inCompany(companyOf(client), () => requestWith(call, { ...input, signal }))),
  });
  return Object.assign(options, { address: addressOf(call, { params, query }) });
}
