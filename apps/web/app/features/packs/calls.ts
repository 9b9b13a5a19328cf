import { addressPack, createPack, listPacks, type Pack } from '@anupalan/contract/proof/packs';
import { useQuery } from '@tanstack/react-query';
import { type Request, request } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { inSilence, useCall } from '../../lib/api/use-call.ts';
import { downloadFile } from '../prepared-files/download-file.ts';
import { isUnderWay, REFRESH_MS } from '../prepared-files/under-way.ts';

export const packsQuery = callQuery(
  listPacks,
  { failed: 'Failed to fetch inspection packs' },
  ({ data }): Pack[] => data,
);

/** Packs of the company, asked for again while one is being made. */
export function usePacks() {
  return useQuery({
    ...packsQuery,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? REFRESH_MS : false),
  });
}

/** New pack; its form shows failures. */
export function useMakePack() {
  return useCall({
    send: (body: NonNullable<Request<typeof createPack>['body']>) => request(createPack, { body }),
    done: 'The pack is being made',
    describeFailure: inSilence,
    changes: ['packs', 'activity'],
  });
}

export function useFetchPack() {
  return useCall({
    send: async (id: string) => {
      const { data } = await request(addressPack, { params: { id }, failed: 'Failed to download the pack' });
      downloadFile(data.address);
    },
    // A pack that is gone leaves the list.
    changes: ['packs', 'activity'],
  });
}
