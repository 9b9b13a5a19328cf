import {
  addressCompanyFile,
  createCompanyFile,
  listCompanyFiles,
  type TakenIn,
  takeCompanyIn,
} from '@anupalan/contract/proof/company-files';
import type { PreparedFile } from '@anupalan/contract/proof/prepared-files';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { upload } from '../../lib/api/upload.ts';
import { inSilence, useCall } from '../../lib/api/use-call.ts';
import { downloadFile } from '../prepared-files/download-file.ts';
import { isUnderWay, REFRESH_MS } from '../prepared-files/under-way.ts';

const companyFilesQuery = callQuery(
  listCompanyFiles,
  { failed: 'Failed to fetch the files of the company' },
  ({ data }): PreparedFile[] => data,
);

/** Files of the whole company that the caller asked for, asked for again while one is being made. */
export function useCompanyFiles() {
  return useQuery({
    ...companyFilesQuery,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? REFRESH_MS : false),
  });
}

/** Has the file made, after a fresh sign-in. */
export function useMakeCompanyFile() {
  return useCall({
    send: () => request(createCompanyFile, { failed: 'The file could not be asked for' }),
    done: 'The file is being made',
    changes: ['company-files', 'activity'],
  });
}

export function useFetchCompanyFile() {
  return useCall({
    send: async (id: string) => {
      const { data } = await request(addressCompanyFile, { params: { id }, failed: 'Failed to download the file' });
      downloadFile(data.address);
    },
    changes: ['activity'],
  });
}

/** What is sent, and how its sending goes. */
type Sending = {
  file: File;
  dryRun: boolean;
  fill: boolean;
  onProgress: (percent: number) => void;
  signal: AbortSignal;
};

/** Sends the file of a company: as a dry run, or to be taken in. The page shows failures. */
export function useTakeCompanyIn() {
  return useCall({
    send: async ({ file, dryRun, fill, onProgress, signal }: Sending): Promise<TakenIn> => {
      const body = { file, dryRun: String(dryRun), ...(fill && { fill: 'true' }) };
      return (await upload(takeCompanyIn, { body, onProgress, signal, failed: 'The file could not be sent' })).data;
    },
    describeFailure: inSilence,
  });
}
