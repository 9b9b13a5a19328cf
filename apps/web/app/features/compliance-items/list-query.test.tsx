import { listComplianceItems } from '@anupalan/contract/compliance-items';
import { expect, test } from 'vitest';
import { serve, success } from '../../../test/fake-server.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { complianceItemsQuery } from './cached-items.ts';
import { makeItem } from './items.fixture.ts';

const ITEMS = [
  makeItem({ _id: 'epf', recorded: { '2026-10-15': 'done', '2026-11-15': 'on-hold' } }),
  makeItem({ _id: 'notices', first: null, frequency: 'never', values: { form: { text: 'MTR-6', isLink: false } } }),
];

const fetchItems = () => queryClient.fetchQuery({ ...complianceItemsQuery, retry: false, staleTime: 0 });

test('the list is what the server answers', async () => {
  const asked = serve(listComplianceItems, () => success(ITEMS));
  expect(await fetchItems()).toEqual(ITEMS);
  expect(asked).toHaveLength(1);
});

test('the list that the server says still holds is the same object', async () => {
  const tag = { headers: { etag: '"1"' } };
  let answer = Response.json({ status: 'success', data: ITEMS }, tag);
  const asked = serve(listComplianceItems, () => answer);
  const items = await fetchItems();
  answer = new Response(null, { status: 304, ...tag });
  expect(await fetchItems()).toBe(items);
  expect(asked).toHaveLength(2);
});

test('an item that did not change stays the same object when another one did', async () => {
  serve(listComplianceItems, () => success(ITEMS));
  const shown = () => queryClient.getQueryData(complianceItemsQuery.queryKey);
  await fetchItems();
  const before = shown();
  serve(listComplianceItems, () => success([{ ...ITEMS[0], title: 'Another' }, ITEMS[1]]));
  await fetchItems();
  expect(shown()?.[0]).toMatchObject({ title: 'Another' });
  expect(shown()?.[1]).toBe(before?.[1]);
});

test.each([
  ['no list', ITEMS[0]],
  ['nothing', [null]],
  ['an item without a title', [{ ...ITEMS[0], title: undefined }]],
  ['an item without a due date', [{ ...ITEMS[0], dueDate: undefined }]],
  ['an entry without a day', [{ ...ITEMS[0], statusHistory: [{ _id: 'one' }] }]],
])('%s is refused', async (_, data) => {
  serve(listComplianceItems, () => success(data));
  await expect(fetchItems()).rejects.toThrow('Server returned an invalid response');
  expect(queryClient.getQueryData(complianceItemsQuery.queryKey)).toBeUndefined();
});
