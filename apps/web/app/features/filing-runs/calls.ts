import {
  type FilingOutcome,
  type FilingRow,
  type FilingRun,
  MOST_MATCHED,
  matchFilingRun,
  readFilingRun,
  recordFilingRun,
} from '@anupalan/contract/people/filing-runs';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { inSilence, useCall } from '../../lib/api/use-call.ts';
import { keyOf, type NewFiling } from './run-drafts.ts';
import { sendInParts } from './send-in-parts.ts';

export const FETCHING_RUN_FAILED = 'Failed to load the companies';

/** One day (ISO, `2026-12-15`) of one obligation over all companies. */
export interface RunOf {
  readonly itemId: string;
  readonly day: string;
}

function filingRunQuery({ itemId, day }: RunOf) {
  return callQuery(readFilingRun, { query: { itemId, forDate: day }, failed: FETCHING_RUN_FAILED }, ({ data }) => data);
}

/** Whether an address names an obligation and a day. */
export function isChosen({ itemId, day }: RunOf): boolean {
  return itemId !== '' && day !== '';
}

export function useFilingRun(of: RunOf) {
  return useQuery({ ...filingRunQuery(of), enabled: isChosen(of) });
}

/** Records entries; each company's outcome is told by its row, and rows stand as they were recorded. */
export function useRecordRun(of: RunOf) {
  return useCall({
    send: (entries: readonly NewFiling[]) =>
      sendInParts(entries, (part) =>
        request(recordFilingRun, {
          body: { itemId: of.itemId, forDate: of.day, entries: part },
          failed: 'Failed to record the filings',
        }),
      ),
    describeFailure: inSilence,
    done: (_, { data }) => describeOutcomes(data),
    onDone: (client, { data }) =>
      client.setQueryData<FilingRun>(filingRunQuery(of).queryKey, (run) => run && withRows(run, data)),
    changes: ['clients', 'compliance-items', 'status-history', 'checks', 'evidence'],
  });
}

/** Asks whose files of a heap are, as many at once as one call takes; the heap shows failures. */
export function useMatchFiles({ itemId, day }: RunOf) {
  return useCall({
    send: async (ids: readonly string[]) => {
      const matches = [];
      for (let asked = 0; asked < ids.length; asked += MOST_MATCHED) {
        const evidenceIds = ids.slice(asked, asked + MOST_MATCHED);
        const body = { itemId, forDate: day, evidenceIds };
        matches.push(...(await request(matchFilingRun, { body, failed: 'Failed to match the files' })).data);
      }
      return matches;
    },
    describeFailure: inSilence,
  });
}

function withRows(run: FilingRun, outcomes: readonly FilingOutcome[]): FilingRun {
  const rows = new Map(outcomes.map((outcome) => [keyOf(outcome), outcome.row]));
  return { ...run, rows: run.rows.map((row) => rows.get(keyOf(row)) ?? row) };
}

/** A number of rows in words: companies, or filings where a company has one for each of its numbers. */
export function countRows(count: number, of: readonly Pick<FilingRow, 'registrationId'>[]): string {
  const isDivided = of.some(({ registrationId }) => registrationId !== undefined);
  if (isDivided) return count === 1 ? '1 filing' : `${count} filings`;
  return count === 1 ? '1 company' : `${count} companies`;
}

function describeOutcomes(outcomes: readonly FilingOutcome[]): string {
  const refused = outcomes.filter(({ outcome }) => outcome === 'refused').length;
  const recorded = outcomes.length - refused;
  const words = `${countRows(recorded, outcomes)} recorded`;
  return refused === 0 ? words : `${words}, ${refused} refused`;
}
