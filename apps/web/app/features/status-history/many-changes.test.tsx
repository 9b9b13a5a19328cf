import { updateStatuses } from '@anupalan/contract/status-history';
import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serve, success } from '../../../test/fake-server.ts';
import { complianceItemsQuery } from '../compliance-items/cached-items.ts';
import { makeItem } from '../compliance-items/items.fixture.ts';
import { recordMany } from './calls-many.ts';
import { sendInParts } from './many-changes.ts';

let client: QueryClient;

beforeEach(() => {
  client = new QueryClient();
  client.setQueryData(complianceItemsQuery.queryKey, [makeItem({ _id: 'wages' }), makeItem({ _id: 'bonus' })]);
});

afterEach(() => client.clear());

const DAY = '2026-11-15T00:00:00.000Z';

function shown() {
  const items = client.getQueryData(complianceItemsQuery.queryKey) ?? [];
  return items.map(({ statusHistory }) => statusHistory.map(({ current, history }) => [current, history.at(-1)?._id]));
}

test('all are shown at once; what the server refuses goes again, what it recorded has its id', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const received = serve(updateStatuses, () => promise);
  const entries = [
    { id: 'wages', forDate: DAY },
    { id: 'bonus', forDate: DAY },
  ];
  const settled = new MutationObserver(client, recordMany(client)).mutate({
    userId: 'asha',
    status: 'done',
    note: 'Nil',
    entries,
  });
  await vi.waitFor(() => expect(received).toHaveLength(1));
  expect(shown().map(([entry]) => entry?.[0])).toEqual(['done', 'done']);
  expect(received[0]?.body).toEqual({
    userId: 'asha',
    entries: entries.map((entry) => ({ ...entry, status: 'done', note: 'Nil' })),
  });
  const outcome = { forDate: DAY, recordId: null, message: '' };
  const recordId = '01990000-0000-7000-8000-000000000001';
  resolve(
    success([
      { ...outcome, id: 'wages', outcome: 'refused', message: 'Compliance item not found' },
      { ...outcome, id: 'bonus', outcome: 'recorded', recordId },
    ]),
  );
  await settled;
  expect(shown()).toEqual([[], [['done', recordId]]]);
});

test('more than a call takes are sent by several, and none after one that failed', async () => {
  const sizes: number[] = [];
  const send = async (part: readonly number[]) => {
    sizes.push(part.length);
    if (sizes.length === 3) throw new Error('The service is busy');
    return part;
  };
  const many = Array.from({ length: 700 }, (_, n) => n);
  const { outcomes, failure } = await sendInParts(many, send);
  expect(sizes).toEqual([200, 200, 200]);
  expect([outcomes.length, failure]).toEqual([400, 'The service is busy']);
});
