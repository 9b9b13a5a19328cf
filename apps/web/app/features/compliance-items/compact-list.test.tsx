import { listComplianceItems } from '@anupalan/contract/compliance-items';
import { expandItems } from '@anupalan/contract/fields/expand-items';
import { NOTE, STATUSES } from '@anupalan/domain/statuses';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { serve, success } from '../../../test/fake-server.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { complianceItemsQuery } from './cached-items.ts';
import { makeList } from './compact-list.fixture.ts';
import { deriveRows } from './compliance-row.ts';
import { makeItem, TODAY } from './items.fixture.ts';

const ITEMS = [
  makeItem({ _id: 'epf', recorded: { '2026-10-15': 'done', '2026-11-15': 'on-hold' } }),
  makeItem({ _id: 'notices', first: null, frequency: 'never', values: { form: { text: 'MTR-6', isLink: false } } }),
];

test('the list is asked for in its compact shape, and its items are the whole ones', async () => {
  const asked = serve(listComplianceItems, () => success(makeList(ITEMS)));
  const items = await queryClient.fetchQuery({ ...complianceItemsQuery, retry: false });
  expect(complianceItemsQuery.queryKey.at(-1)).toEqual({ shape: 'compact' });
  expect(asked).toHaveLength(1);
  expect(items).toEqual(expandItems(makeList(ITEMS)));
  expect(items[0]?.statusHistory).toEqual(ITEMS[0]?.statusHistory);
});

test('the whole items of an instance that knows no compact shape are taken', async () => {
  const id = '019a0000-0000-7000-8000-000000000001';
  const items = [{ ...makeItem({ _id: id, actId: id }), userId: id }];
  serve(listComplianceItems, () => success(items));
  expect(await queryClient.fetchQuery({ ...complianceItemsQuery, retry: false })).toEqual(items);
});

test('what the server says still holds is neither expanded nor compared again', async () => {
  const tag = { headers: { etag: '"1"' } };
  let answer = Response.json({ status: 'success', data: makeList(ITEMS) }, tag);
  const asked = serve(listComplianceItems, () => answer);
  const unshared = { ...complianceItemsQuery, retry: false, staleTime: 0, structuralSharing: false } as const;
  const items = await queryClient.fetchQuery(unshared);
  answer = new Response(null, { status: 304, ...tag });
  expect(await queryClient.fetchQuery(unshared)).toBe(items);
  expect(asked).toHaveLength(2);
});

test('an answer that came anew is taken without making any item whole, and the same items are the same list', async () => {
  serve(listComplianceItems, () => success(makeList(ITEMS)));
  const asked = { ...complianceItemsQuery, retry: false, staleTime: 0 };
  const before = await queryClient.fetchQuery(asked);
  const now = await queryClient.fetchQuery(asked);
  for (const item of [...before, ...now]) {
    expect(Object.getOwnPropertyDescriptor(item, 'statusHistory')?.get).toBeTruthy();
  }
  expect(complianceItemsQuery.structuralSharing(now, [...now])).toBe(now);
});

test('rows are derived without making values and entries, which are made once when they are read', () => {
  const [item] = expandItems(makeList(ITEMS));
  if (!item) throw new Error('No item');
  const isMade = (name: 'values' | 'statusHistory') => Object.getOwnPropertyDescriptor(item, name)?.get === undefined;
  const [row] = deriveRows([item], [], TODAY);
  expect(row?.recorded).toEqual(new Map(Object.entries({ '2026-10-15': 'done', '2026-11-15': 'on-hold' })));
  expect(isMade('values')).toBe(false);
  expect(isMade('statusHistory')).toBe(false);
  expect(item.statusHistory).toBe(item.statusHistory);
  expect(isMade('statusHistory')).toBe(true);
  expect({ ...item }).toEqual(expandItems(makeList(ITEMS))[0]);
  expect(isMade('values')).toBe(true);
});

const record = fc.record(
  {
    _id: fc.uuid(),
    status: fc.constantFrom(...STATUSES, NOTE),
    updatedAt: fc.constant('2026-11-20T08:00:00.000Z'),
    registrationId: fc.constantFrom('one', 'other'),
    takenBack: fc.constant(true as const),
    takesBack: fc.uuid(),
  },
  { requiredKeys: ['_id', 'status', 'updatedAt'] },
);

const waiting = fc.constant({
  ...{ _id: 'waits', status: 'done' as const, note: '', updatedBy: 'viewer' },
  createdAt: '2026-11-20T08:00:00.000Z',
});

const line = fc.record(
  { registrationId: fc.constantFrom('one', 'other'), status: fc.constantFrom(...STATUSES), waiting },
  { requiredKeys: ['registrationId', 'status'] },
);

const entry = fc.record(
  {
    _id: fc.uuid(),
    date: fc.constantFrom('2026-09-15', '2026-10-15', '2026-11-15'),
    isOwn: fc.boolean(),
    current: fc.constantFrom(...STATUSES),
    history: fc.array(record, { minLength: 1, maxLength: 3 }),
    waiting,
    lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    updatedAt: fc.constant('2026-11-20T08:00:00.000Z'),
  },
  { requiredKeys: ['_id', 'date', 'updatedAt'] },
);

test('what follows from entries as they were sent is what follows from them whole', () => {
  const [part] = makeList([makeItem({ _id: 'epf' })]);
  const [compact] = part?.items ?? [];
  if (!part || !compact) throw new Error('No item');
  fc.assert(
    fc.property(fc.uniqueArray(entry, { selector: ({ date }) => date, maxLength: 3 }), (statusHistory) => {
      const items = expandItems([{ ...part, items: [{ ...compact, statusHistory }] }]);
      const [sent] = deriveRows(items, [], TODAY);
      const [whole] = deriveRows(
        items.map((item) => ({ ...item })),
        [],
        TODAY,
      );
      expect(sent).toEqual(whole);
    }),
  );
});

const [PART] = makeList(ITEMS);

test.each([
  ['an item of the whole shape without a title', [{ ...ITEMS[0], title: undefined }]],
  ['no list', PART],
  ['no part', [null]],
  ['an item without a title', [{ ...PART, items: [{ ...PART?.items[0], title: undefined }] }]],
  ['an entry without a day', [{ ...PART, items: [{ ...PART?.items[0], statusHistory: [{ _id: 'one' }] }] }]],
  ['a due date that is in no table', [{ ...PART, dueDates: {} }]],
  ['a value that is in no table', [{ ...PART, values: {} }]],
  ['a note that is in no table', [{ ...PART, notes: [] }]],
  ['somebody who is in no table', [{ ...PART, people: [] }]],
])('%s: no answer', async (_, data) => {
  serve(listComplianceItems, () => success(data));
  await expect(queryClient.fetchQuery({ ...complianceItemsQuery, retry: false })).rejects.toThrow(
    /^(Server returned an invalid response|A compact answer names what is in none of its tables)$/,
  );
  expect(queryClient.getQueryData(complianceItemsQuery.queryKey)).toBeUndefined();
});
