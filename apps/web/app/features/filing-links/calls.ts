import {
  changeFilingPolicy,
  type FiledByMail,
  type FilingPolicy,
  type FilingPreview,
  fileByMail,
  previewFiling,
  readFilingPolicy,
} from '@anupalan/contract/connections/filing-links';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { inSilence, useCall } from '../../lib/api/use-call.ts';

/** What a mailed link would record; looking changes nothing (R-filing-links-2). Undefined until there is a token. */
export function useFilingPreview(token: string | undefined) {
  return useQuery({
    queryKey: ['filing-preview', token],
    queryFn: async ({ signal }): Promise<FilingPreview> =>
      (await request(previewFiling, { body: { token: token ?? '' }, signal })).data,
    enabled: token !== undefined && token !== '',
    // After it was used the link says so, and the page says what was recorded.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Records by a mailed link that its occurrence is filed; the page shows failures. */
export function useFileByMail() {
  return useCall({
    send: async (body: FiledByMail) =>
      (await request(fileByMail, { body, failed: 'Failed to record it. Please try again.' })).data.outcome,
    describeFailure: inSilence,
  });
}

/** Whether the people of the company file from mails (R-filing-links-5). */
export function useFilingPolicy() {
  return useQuery(
    callQuery(readFilingPolicy, { failed: 'Failed to fetch whether mails can file' }, ({ data }): FilingPolicy => data),
  );
}

export function useChangeFilingPolicy() {
  return useCall({
    send: async (allowed: boolean) =>
      (await request(changeFilingPolicy, { body: { allowed }, failed: 'Failed to change filing from mails' })).data,
    done: (_, { allowed }) => (allowed ? 'Filing from mails switched on' : 'Filing from mails switched off'),
    changes: [readFilingPolicy, 'activity'],
  });
}
