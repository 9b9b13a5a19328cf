import {
  type ComplianceItem,
  createComplianceItem,
  deleteComplianceItem,
  listComplianceItems,
  updateComplianceItem,
} from '@anupalan/contract/compliance-items';
import { toIsoMidnight } from '@anupalan/domain/calendar-day';
import type { RecordedStatuses } from '@anupalan/domain/occurrence';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, type Request, request, UNREADABLE } from '../../lib/api/api.ts';
import { askAgain } from '../../lib/api/ask-again.ts';
import { useCall } from '../../lib/api/use-call.ts';
import { changeCachedItems, complianceItemsQuery, reloadContradicted, replaceCachedItem } from './cached-items.ts';
import { indexEntries, ownEntries } from './compliance-row.ts';
import { listQuery } from './list-query.ts';

export const ADD_FAILED = 'Failed to add compliance data';
export const UPDATE_FAILED = 'Failed to update compliance data';
const DELETE_FAILED = 'Failed to delete compliance data';

type NewItem = NonNullable<Request<typeof createComplianceItem>['body']>;
type Changes = { itemId: string; changes: NonNullable<Request<typeof updateComplianceItem>['body']> };

/** Items that apply to the viewer, with what their workspace recorded (R-tracker-2). */
export function useComplianceItems() {
  return useQuery(complianceItemsQuery);
}

/** Days of the month around a day, with the weeks before and after that its calendar shows. */
function spanAround(day: Temporal.PlainDate) {
  const first = day.with({ day: 1 });
  return {
    from: toIsoMidnight(first.subtract({ days: 7 })),
    to: toIsoMidnight(first.add({ months: 1, days: 7 })),
  };
}

/** Statuses of the month around a day by item; asked for only when the list left days out (R-statuses-17). */
export function useStatusesAround(day: Temporal.PlainDate, { enabled }: { enabled: boolean }) {
  return useQuery({ ...listQuery(spanAround(day)), enabled, select: indexStatuses }).data;
}

function indexStatuses(items: readonly ComplianceItem[]): ReadonlyMap<string, RecordedStatuses> {
  return new Map(items.map((item) => [item._id, indexEntries(ownEntries(item))]));
}

/** Reloads the list and resolves to one item in its current version. */
export function useCurrentItem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (itemId: string): Promise<ComplianceItem> => {
      const items = await client.query({ ...complianceItemsQuery, staleTime: 0 });
      const item = items.find(({ _id }) => _id === itemId);
      if (!item) throw new Error('Compliance item not found');
      return item;
    },
  });
}

/** New items stand in the table at once (R-catalogue-22). */
export function useCreateComplianceItem() {
  return useCall({
    send: (body: NewItem) => request(createComplianceItem, { body, failed: ADD_FAILED, unreadable: UNREADABLE }),
    onDone: async (client, { data }) => {
      await changeCachedItems(client, (items) => [...items, data]);
      void askAgain(client, [listComplianceItems]);
    },
    done: 'Compliance data added successfully',
    describeFailure: ({ message }) => message || ADD_FAILED,
  });
}

/**
 * Changes that name the version they were made from are refused with 409 when somebody changed the item since
 * (R-catalogue-2).
 */
export function useUpdateComplianceItem() {
  return useCall({
    send: ({ itemId, changes }: Changes) =>
      request(updateComplianceItem, {
        params: { id: itemId },
        body: changes,
        failed: UPDATE_FAILED,
        unreadable: UNREADABLE,
      }),
    onDone: async (client, { data }) => {
      await replaceCachedItem(client, data);
      void askAgain(client, [listComplianceItems]);
    },
    done: 'Compliance data updated successfully',
    describeFailure: ({ message }) => message || UPDATE_FAILED,
  });
}

/** Deletes an item with all that was recorded about it (R-catalogue-22). */
export function useDeleteComplianceItem() {
  return useCall({
    send: (itemId: string) =>
      request(deleteComplianceItem, { params: { id: itemId }, failed: DELETE_FAILED, unreadable: UNREADABLE }),
    onDone: (client, _, itemId) => changeCachedItems(client, (items) => items.filter(({ _id }) => _id !== itemId)),
    done: 'Compliance data deleted successfully',
    describeFailure: ({ message }) => message || DELETE_FAILED,
    // Items that somebody else has deleted disappear here too.
    onFailure: (client, error) => {
      if (error instanceof ApiError && error.status === 404) void askAgain(client, [listComplianceItems]);
    },
  });
}

/**
 * Replaces the item on the screen by the whole one in a call's answer (R-records-1), with toasts for success and
 * failure; a failure has the server's words first.
 */
export function useItemChange<Input = void>({
  send,
  done,
}: {
  send: (input: Input) => Promise<{ data: ComplianceItem }>;
  done: string;
}) {
  return useCall({
    send,
    onDone: (client, { data }) => replaceCachedItem(client, data),
    done,
    onFailure: reloadContradicted,
  });
}
