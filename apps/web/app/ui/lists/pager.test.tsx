import type { BoundedPagination } from '@anupalan/contract/wire/primitives';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '../../../test/show.tsx';
import { Pager } from './pager.tsx';

const NOUNS = ['users', 'user'] as const;

/** Pager on `page` while `of` is the page that has loaded. */
function showPager({ page = 1, of, more, ...counts }: Partial<BoundedPagination> & { of?: number } = {}) {
  const onPage = vi.fn();
  const pagination = { page: of ?? page, limit: 10, pages: 3, total: 1234, ...counts, ...(more && { more }) };
  const user = show(<Pager page={page} pagination={pagination} nouns={NOUNS} onPage={onPage} />);
  return { user, onPage, next: button('Next'), previous: button('Previous') };
}

function button(name: string) {
  return screen.getByRole<HTMLButtonElement>('button', { name });
}

test('in the middle both ways are open', async () => {
  const { user, onPage, next, previous } = showPager({ page: 2 });
  expect(screen.getByText('Page 2 of 3')).toBeTruthy();
  await user.click(next);
  await user.click(previous);
  expect(onPage.mock.calls).toEqual([[3], [1]]);
});

test.each([
  ['the first', { page: 1 }, { previous: true, next: false }],
  ['the last', { page: 3 }, { previous: false, next: true }],
  ['the only', { page: 1, pages: 0, total: 0 }, { previous: true, next: true }],
])('%s page has nothing beyond it', (_, list, disabled) => {
  const { next, previous, onPage } = showPager(list);
  expect({ previous: previous.disabled, next: next.disabled }).toEqual(disabled);
  expect(onPage).not.toHaveBeenCalled();
});

test('a page beyond the last gives way to the last, as no step of its own', () => {
  const { onPage } = showPager({ page: 9 });
  expect(screen.getByText('Page 3 of 3')).toBeTruthy();
  expect(onPage.mock.calls).toEqual([[3, { replace: true }]]);
});

test('while another page is still shown nothing gives way', () => {
  const { onPage } = showPager({ page: 9, of: 2 });
  expect(onPage).not.toHaveBeenCalled();
});

test.each([
  [{ total: 0 }, '0 users'],
  [{ total: 1 }, '1 user'],
  [{ total: 10_000, more: true as const }, '10,000+ users'],
])('%j are %s', (list, said) => {
  showPager(list);
  expect(screen.getByRole('status').textContent).toBe(said);
});
