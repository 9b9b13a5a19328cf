import type { StatusEntry } from '@anupalan/contract/status-history';
import type { Status } from '@anupalan/domain/statuses';
import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { complianceItemsQuery } from '../compliance-items/cached-items.ts';
import { makeItem } from '../compliance-items/items.fixture.ts';
import { historyChange } from './change-history.ts';
import { type NewRecord, withRecord } from './optimistic-record.ts';

type Answer = { data: { statusHistory: StatusEntry[] } };

let client: QueryClient;

beforeEach(() => {
  client = new QueryClient();
  showItem({ '2026-10-15': 'done' });
});

function showItem(recorded: Record<string, Status>) {
  client.setQueryData(complianceItemsQuery.queryKey, [{ ...makeItem({ recorded }), statusHistoryTotal: 40 }]);
}

/** Days of the history on the screen with their statuses, and the count of all entries. */
function shown() {
  const item = client.getQueryData(complianceItemsQuery.queryKey)?.[0];
  return [item?.statusHistory.map(({ date, current }) => `${date.slice(0, 10)} ${current}`), item?.statusHistoryTotal];
}

/** Records a status; the server answers when the test says so. */
async function record(day: string, status: Status) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const send = vi.fn(() => promise);
  const change = historyChange<NewRecord>(client, { send, optimistic: withRecord, done: 'Recorded' });
  const forDate = `${day}T00:00:00.000Z`;
  const settled = new MutationObserver(client, change)
    .mutate({ complianceId: 'item', userId: 'viewer', status, forDate, note: '' })
    .catch((error: Error) => error.message);
  await vi.waitFor(() => expect(shown()[0]).toContain(`${day} ${status}`));
  return {
    answer: async (recorded: Record<string, Status>) => {
      resolve({ data: { statusHistory: makeItem({ recorded }).statusHistory } });
      await settled;
    },
    refuse: async () => {
      reject(new Error('Failed to update status'));
      expect(await settled).toBe('Failed to update status');
    },
  };
}

test('what is recorded is shown at once, and then as the server has it', async () => {
  const { answer } = await record('2026-11-15', 'on-hold');
  expect(shown()).toEqual([['2026-10-15 done', '2026-11-15 on-hold'], 41]);
  await answer({ '2026-11-15': 'not-done' });
  expect(shown()).toEqual([['2026-11-15 not-done'], 41]);
});

test('two that are refused leave the history as it was', async () => {
  const first = await record('2026-11-15', 'on-hold');
  const second = await record('2026-12-15', 'not-done');
  expect(shown()).toEqual([['2026-10-15 done', '2026-11-15 on-hold', '2026-12-15 not-done'], 42]);
  await first.refuse();
  expect(shown()).toEqual([['2026-10-15 done', '2026-12-15 not-done'], 41]);
  await second.refuse();
  expect(shown()).toEqual([['2026-10-15 done'], 40]);
});

test('the answer to one leaves the other in sight; that one refused leaves the answer', async () => {
  const first = await record('2026-11-15', 'on-hold');
  const second = await record('2026-12-15', 'not-done');
  await first.answer({ '2026-10-15': 'done', '2026-11-15': 'on-hold' });
  expect(shown()).toEqual([['2026-10-15 done', '2026-11-15 on-hold', '2026-12-15 not-done'], 42]);
  await second.refuse();
  expect(shown()).toEqual([['2026-10-15 done', '2026-11-15 on-hold'], 41]);
});

test('a list that was loaded meanwhile is what a refused one goes back to', async () => {
  const { refuse } = await record('2026-11-15', 'on-hold');
  showItem({ '2026-09-15': 'not-done' });
  await refuse();
  expect(shown()).toEqual([['2026-09-15 not-done'], 40]);
});

test('an item that is gone is said to be', async () => {
  client.setQueryData(complianceItemsQuery.queryKey, []);
  const change = historyChange<NewRecord>(client, { send: vi.fn(), optimistic: withRecord, done: 'Recorded' });
  const note = { complianceId: 'item', userId: 'viewer', status: 'done', forDate: '', note: '' } as const;
  await expect(new MutationObserver(client, change).mutate(note)).rejects.toThrow('No compliance item selected');
});
