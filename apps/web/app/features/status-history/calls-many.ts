import { listComplianceItems } from '@anupalan/contract/compliance-items';
import { listStatusHistory, takeBackStatuses, updateStatuses } from '@anupalan/contract/status-history';
import type { Status } from '@anupalan/domain/statuses';
import {
  MutationObserver,
  mutationOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { request } from '../../lib/api/api.ts';
import { askAgain } from '../../lib/api/ask-again.ts';
import { toastWithUndo } from '../../ui/toast-with-undo.tsx';
import { type Planned, type Settled, sendInParts, settleMany, showMany } from './many-changes.ts';
import { type TakenBack, withRecord, withTakenBack } from './optimistic-record.ts';

/** A day of one item, with what proves it. */
interface NewRecordOfDay {
  readonly id: string;
  readonly forDate: string;
  /** Ids of staged files, each at one day. */
  readonly evidence?: readonly string[];
  readonly noEvidenceReason?: string;
}

/** A status for the days of many items, with one note. */
export interface NewRecords {
  readonly userId: string;
  readonly status: Status;
  readonly note: string;
  /** Days as midnights (ISO), each of one item. */
  readonly entries: readonly NewRecordOfDay[];
}

/** Asked for again afterwards: what is shown until then was made here. */
const STALE = [listComplianceItems, listStatusHistory];

/** Changes are sent one after the other, as single ones are. */
const SCOPE = { id: 'status-history' };

/** Records one status for many rows at once (R-statuses-20); what can be taken back is offered to be. */
export function useRecordMany() {
  return useMutation(recordMany(useQueryClient()));
}

export function recordMany(client: QueryClient) {
  return mutationOptions({
    scope: SCOPE,
    onMutate: ({ entries, ...record }: NewRecords) => {
      const now = Temporal.Now.instant().toString();
      const plan = ({ id: complianceId, forDate }: NewRecords['entries'][number]): Planned => {
        const make = (recordId?: string) => (before: Parameters<typeof withRecord>[0]) =>
          withRecord(before, { ...record, complianceId, forDate, ...(recordId && { recordId }) }, now);
        return { itemId: complianceId, shown: make(), make };
      };
      return showMany(client, entries.map(plan));
    },
    mutationFn: ({ entries, userId, status, note }: NewRecords) =>
      sendInParts(entries, async (part) => {
        const body = { userId, entries: part.map((entry) => ({ ...entry, status, note })) };
        return (await request(updateStatuses, { body, failed: 'Failed to update status' })).data;
      }),
    onSuccess: ({ outcomes, failure }, { userId }, planned) => {
      const settled = planned.map((change, n): Settled => {
        const { outcome = 'refused', recordId = null, message = failure } = outcomes[n] ?? {};
        return { change, isMade: outcome !== 'refused', recordId, message };
      });
      settleMany(client, settled);
      const isNew = (_: Settled, n: number) => outcomes[n]?.outcome === 'recorded';
      const undoable = settled
        .filter(isNew)
        .flatMap(({ change: { itemId }, recordId }): TakenBack[] =>
          recordId === null ? [] : [{ complianceId: itemId, userId, recordId }],
        );
      const count = settled.filter(({ isMade }) => isMade).length;
      const done = count === 1 ? 'Status updated successfully' : `${count} statuses updated successfully`;
      if (undoable.length > 0) toastWithUndo(done, () => takeManyBack(client, undoable));
      else if (count > 0) toast.success(done);
      sayRefused(settled, 'recorded');
    },
    onSettled: () => askAgain(client, STALE),
  });
}

/** Takes many records back; one that is refused stops no other. Whoever asked for it may be gone from the screen. */
function takeManyBack(client: QueryClient, records: readonly TakenBack[]): void {
  const change = mutationOptions({
    scope: SCOPE,
    onMutate: () => {
      const now = Temporal.Now.instant().toString();
      const plan = (record: TakenBack): Planned => {
        const shown = (before: Parameters<typeof withTakenBack>[0]) => withTakenBack(before, record, now);
        return { itemId: record.complianceId, shown, make: () => shown };
      };
      return showMany(client, records.map(plan));
    },
    mutationFn: () =>
      sendInParts(records, async (part) => {
        const body = { ids: part.map(({ recordId }) => recordId) };
        return (await request(takeBackStatuses, { body, failed: 'Failed to take back' })).data;
      }),
    onSuccess: ({ outcomes, failure }, _, planned) => {
      const byId = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
      const settled = planned.map((change, n): Settled => {
        const { outcome = 'refused', message = failure } = byId.get(records[n]?.recordId ?? '') ?? {};
        return { change, isMade: outcome !== 'refused', recordId: null, message };
      });
      settleMany(client, settled);
      const count = settled.filter(({ isMade }) => isMade).length;
      if (count > 0) toast.success(count === 1 ? 'Taken back' : `${count} taken back`);
      sayRefused(settled, 'taken back');
    },
    onSettled: () => askAgain(client, STALE),
  });
  // What failed is said by the change itself.
  new MutationObserver(client, change).mutate().catch(() => {});
}

function sayRefused(settled: readonly Settled[], what: string): void {
  const refused = settled.filter(({ isMade }) => !isMade);
  if (refused.length === 0) return;
  const reasons = new Set(refused.map(({ message }) => message));
  const count = refused.length === 1 ? '1 was' : `${refused.length} were`;
  toast.error([`${count} not ${what}.`, ...reasons].join(' '));
}
