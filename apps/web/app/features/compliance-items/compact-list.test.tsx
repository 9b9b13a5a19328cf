import { listComplianceItems } from '@anupalan/contract/compliance-items';
import { expandItems } from '@anupalan/contract/fields/expand-items';
import { expect, test } from 'vitest';
import { serve, success } from '../../../test/fake-server.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { complianceItemsQuery } from './cached-items.ts';
import { makeList } from './compact-list.fixture.ts';
import { makeItem } from './items.fixture.ts';

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

const [PART] = makeList(ITEMS);

test.each([
  ['an item of the whole shape without a title', [{ ...ITEMS[0], title: undefined }]],
  ['no list', PART],
  ['no part', [null]],
  ['an item without a title', [{ ...PART, items: [{ ...PART?.items[0], title: undefined }] }]],
  ['an entry without a day', [{ ...PART, items: [{ ...PART?.items[0], statusHistory: [{ _id: 'one' }] }] }]],
  ['a due date that is in no table', [{ ...PART, dueDates: {} }]],
])('%s: no answer', async (_, data) => {
  serve(listComplianceItems, () => success(data));
  await expect(queryClient.fetchQuery({ ...complianceItemsQuery, retry: false })).rejects.toThrow(
    /^(Server returned an invalid response|A compact answer names what is in none of its tables)$/,
  );
  expect(queryClient.getQueryData(complianceItemsQuery.queryKey)).toBeUndefined();
});
