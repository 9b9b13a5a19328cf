import { type MailedReport, mailStatusReport, readStatusReport } from '@anupalan/contract/people/reports';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { inSilence, useCall } from '../../lib/api/use-call.ts';

export const FETCHING_REPORT_FAILED = 'Failed to load the report';

/** Status report of a month (`2026-11`); the one before stays until it arrives. */
export function useStatusReport(month: string) {
  return useQuery({
    ...callQuery(readStatusReport, { query: { month }, failed: FETCHING_REPORT_FAILED }, ({ data }) => data),
    placeholderData: keepPreviousData,
    // Whatever is recorded changes it, so a report is never fresh.
    staleTime: 0,
  });
}

/** Mails a report; the form shows failures. */
export function useMailReport(month: string) {
  return useCall({
    send: (mail: Omit<MailedReport, 'month'>) =>
      request(mailStatusReport, { body: { ...mail, month }, failed: 'Failed to mail the report' }),
    done: (_, { data: { to } }) => `The report was mailed to ${to.length === 1 ? to[0] : `${to.length} addresses`}`,
    describeFailure: inSilence,
    changes: ['activity'],
  });
}
