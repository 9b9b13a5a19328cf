import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { listActivity } from '@anupalan/contract/people/activity';
import type { Member } from '@anupalan/contract/people/members';
import { fetchActivityFile, type ProofKey, readProofKey, readSeal, type Seal } from '@anupalan/contract/proof/seals';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { download } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { saveFile } from '../../lib/api/save-file.ts';
import { useCall } from '../../lib/api/use-call.ts';
import { fullNameOf } from '../../lib/text/person-name.ts';
import { complianceItemsQuery } from '../compliance-items/cached-items.ts';
import { membersQuery } from '../members/calls.ts';
import type { ActivityListState } from './activity-list-state.ts';

export const FETCHING_ACTIVITY_FAILED = 'Failed to fetch the activity';

/** Page of the activity; the previous page stays until the next one arrives. */
export function useActivity(query: ActivityListState) {
  return useQuery({
    ...callQuery(listActivity, { query, failed: FETCHING_ACTIVITY_FAILED }, (answer) => answer),
    placeholderData: keepPreviousData,
    // Whatever anybody does adds to it, so a page is never fresh.
    staleTime: 0,
  });
}

/** Choices of the people filter. */
export function usePeopleOptions() {
  return useQuery({ ...membersQuery, select: listOptions });
}

function listOptions(members: readonly Member[]) {
  return members.map((member) => ({ value: member.userId, label: fullNameOf(member) }));
}

/** Choices of the obligation filter, loaded once somebody looks for one. */
export function useObligationOptions({ enabled }: { enabled: boolean }) {
  return useQuery({ ...complianceItemsQuery, select: listObligations, enabled });
}

function listObligations(items: readonly ComplianceItem[]) {
  const options = items.map(({ _id: value, title: label }) => ({ value, label }));
  return options.toSorted((one, other) => one.label.localeCompare(other.label));
}

/** Seal of the company's activity, which never changes. */
export function useSeal(number: number) {
  const of = { params: { number }, failed: 'Failed to fetch the seal' };
  return useQuery({ ...callQuery(readSeal, of, ({ data }): Seal => data), staleTime: Number.POSITIVE_INFINITY });
}

/** Key that seals are signed with. */
export function useProofKey() {
  const of = { failed: 'Failed to fetch the key' };
  return useQuery({
    ...callQuery(readProofKey, of, ({ data }): ProofKey => data),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const DOWNLOAD_FAILED = 'Failed to download the sealed file';

/** File of everything sealed that the reader may see, which `verify` reads (R-activity-11). */
export function useDownloadSealed() {
  return useCall({
    send: async () => saveFile(await download(fetchActivityFile, { failed: DOWNLOAD_FAILED }), 'activity.jsonl'),
    done: 'Downloaded activity.jsonl',
    changes: [],
  });
}
