import {
  drawOverview,
  type MailedOverview,
  mailOverview,
  type Overview,
  readOverview,
} from '@anupalan/contract/proof/overview';
import { useQuery } from '@tanstack/react-query';
import { download, request } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { saveFile } from '../../lib/api/save-file.ts';
import { inSilence, useCall } from '../../lib/api/use-call.ts';

/** The company on one page (R-overview-1). */
export function useOverview() {
  return useQuery({
    ...callQuery(readOverview, { failed: 'Failed to load the overview' }, ({ data }): Overview => data),
    // Whatever is recorded changes it, so it is never fresh.
    staleTime: 0,
  });
}

/** Saves the overview as a PDF of one page (R-overview-7). */
export function useDownloadOverview() {
  return useCall({
    send: async (day: string) => {
      saveFile(await download(drawOverview, { failed: 'Failed to download the overview' }), `overview-${day}.pdf`);
    },
  });
}

/** Mails the overview as a PDF (R-overview-8); the form shows failures. */
export function useMailOverview() {
  return useCall({
    send: (body: MailedOverview) => request(mailOverview, { body, failed: 'Failed to mail the overview' }),
    done: (_, { message = 'The overview was mailed' }) => message,
    describeFailure: inSilence,
    changes: ['activity'],
  });
}
