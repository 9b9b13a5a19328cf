import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import {
  addNote,
  deleteNote,
  listStatusHistory,
  type StatusEntry,
  updateNote,
  updateStatus,
} from '@anupalan/contract/status-history';
import { NOTE, type Status } from '@anupalan/domain/statuses';
import { useInfiniteQuery } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { request } from '../../lib/api/api.ts';
import { inCompany } from '../../lib/api/call-company.ts';
import { companyOf } from '../../lib/api/query-client.ts';
import { historyKey, useHistoryChange } from './change-history.ts';
import { findRecorded, isWaitingIn } from './history-records.ts';
import { type NewRecord, type NoteOfItem, withNote, withoutNote, withRecord } from './optimistic-record.ts';
import { takeBack } from './take-back.ts';

const FETCH_FAILED = 'Failed to load older history';

export function useUpdateStatus() {
  return useHistoryChange({
    send: ({ complianceId, hasChecker: _, about, evidence, ...record }: NewRecord<Status>) => {
      const body = {
        ...record,
        ...(about && { registrationId: about.registrationId }),
        ...(evidence && { evidence: [...evidence] }),
      };
      return request(updateStatus, { params: { id: complianceId }, body, failed: 'Failed to update status' });
    },
    optimistic: withRecord,
    done: (input, answered) =>
      isWaitingIn(answered, input) ? 'Recorded. It counts once it is checked.' : 'Status updated successfully',
    undo: (client, input, answered) => {
      const recordId = findRecorded(answered, input);
      if (recordId === null) return null;
      const { complianceId, userId } = input;
      return () => takeBack(client, { complianceId, userId, recordId });
    },
  });
}

export function useAddNote() {
  return useHistoryChange({
    send: ({ complianceId, ...body }: Omit<NewRecord, 'status'>) =>
      request(addNote, { params: { id: complianceId }, body, failed: 'Failed to add note' }),
    optimistic: (entries, note, now) => withRecord(entries, { ...note, status: NOTE }, now),
    done: 'Note added successfully',
  });
}

/** Administrators only (R-statuses-14). */
export function useUpdateNote() {
  return useHistoryChange({
    send: ({ complianceId, noteId, ...body }: NoteOfItem & { note: string }) =>
      request(updateNote, { params: { id: complianceId, noteId }, body, failed: 'Failed to update note' }),
    optimistic: withNote,
    done: 'Note updated successfully',
  });
}

/** Administrators only (R-statuses-14). */
export function useDeleteNote() {
  return useHistoryChange({
    send: ({ complianceId, noteId, userId }: NoteOfItem) =>
      request(deleteNote, {
        params: { id: complianceId, noteId },
        query: { userId },
        failed: 'Failed to delete note',
      }),
    optimistic: withoutNote,
    done: 'Note deleted successfully',
  });
}

/**
 * History of an item beyond the entries that came with it, paged on request, or `atOnce` when those were cut
 * (R-statuses-9, R-statuses-17). `showOlder` loads until something new appears, because the first pages repeat those
 * entries.
 */
export function useOlderHistory(
  { _id: itemId, statusHistory: sent }: Pick<ComplianceItem, '_id' | 'statusHistory'>,
  { atOnce }: { atOnce: boolean },
) {
  const pages = useInfiniteQuery({
    queryKey: historyKey(itemId),
    queryFn: async ({ pageParam, signal, client }) => {
      const asked = { params: { id: itemId }, query: { page: pageParam }, signal, failed: FETCH_FAILED };
      return (await inCompany(companyOf(client), () => request(listStatusHistory, asked))).data;
    },
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.page < pagination.pages ? pagination.page + 1 : undefined),
    // Otherwise off until `showOlder` has loaded a page; from then on it is kept up to date.
    enabled: ({ state }) => atOnce || state.data !== undefined,
  });
  const older = pages.data?.pages.flatMap(({ statusHistory }) => statusHistory) ?? [];

  async function showOlder() {
    const known = mergeEntries(sent, older).length;
    for (;;) {
      const { data, hasNextPage, error } = await pages.fetchNextPage();
      if (error) return toast.error(error.message);
      const loaded = data?.pages.flatMap(({ statusHistory }) => statusHistory) ?? [];
      if (!hasNextPage || mergeEntries(sent, loaded).length > known) return;
    }
  }

  return {
    entries: mergeEntries(sent, older, { isCut: atOnce }),
    isComplete: pages.data !== undefined && !pages.hasNextPage,
    isLoading: pages.isFetchingNextPage,
    showOlder,
  };
}

/**
 * Entries of two answers, each once; of those in both the `fresh` one, unless its records were cut and it isn't newer.
 */
export function mergeEntries(
  fresh: readonly StatusEntry[],
  older: readonly StatusEntry[],
  { isCut = false } = {},
): StatusEntry[] {
  const entries = new Map(older.map((entry) => [entry._id, entry]));
  for (const entry of fresh) {
    const isWorse = isCut && entries.get(entry._id)?.lastUpdated === entry.lastUpdated;
    if (!isWorse) entries.set(entry._id, entry);
  }
  return [...entries.values()];
}
