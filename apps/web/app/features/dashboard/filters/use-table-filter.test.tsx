import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Address, pass, show, travel } from '../../../../test/show.tsx';
import { NO_FILTER, readTableFilter, type TableFilter, textOfFilter, withTableFilter } from './table-address.ts';
import { useTableFilter } from './use-table-filter.ts';

function Filters() {
  const { filter, changeFilter } = useTableFilter();
  return (
    <>
      <input
        aria-label="Search"
        value={filter.search}
        onChange={(event) => changeFilter({ search: event.currentTarget.value })}
      />
      <button type="button" onClick={() => changeFilter({ show: 'overdue' })}>
        Overdue
      </button>
      <button type="button" onClick={() => changeFilter(NO_FILTER)}>
        Clear
      </button>
      <output aria-label="Filter">{textOfFilter(filter)}</output>
      <Address />
    </>
  );
}

function text(name: string) {
  return screen.getByLabelText(name).textContent;
}

test('a link brings its filters', () => {
  show(<Filters />, { at: '/dashboard?state=Kerala&status=done&act=epf&search=form+3' });
  expect(text('Filter')).toBe('state=Kerala&status=done&act=epf&search=form+3');
});

test('the table follows each letter, the address once nobody types, in place of the one before', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = show(<Filters />, { at: '/dashboard?item=wages&company=one' });
  const before = window.history.length;
  await user.type(screen.getByLabelText('Search'), 'tax');
  expect(text('Filter')).toBe('search=tax');
  expect(text('Address')).toBe('/dashboard?item=wages&company=one');
  await pass(300);
  expect(text('Address')).toBe('/dashboard?item=wages&company=one&search=tax');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await pass(300);
  expect(text('Address')).toBe('/dashboard?item=wages&company=one');
  expect(window.history.length).toBe(before);
  vi.useRealTimers();
});

test('a link to other filters, and Back, replace them', async () => {
  show(<Filters />, { at: '/dashboard?search=tax' });
  window.history.pushState({ idx: 1, key: 'one', usr: null }, '', '/dashboard?status=overdue');
  window.history.pushState({ idx: 2, key: 'two', usr: null }, '', '/dashboard?status=done');
  await travel(-1);
  expect(text('Filter')).toBe('status=overdue');
  await travel(-1);
  expect(text('Filter')).toBe('search=tax');
});

test.each(['state=Atlantis&status=later&act=&search=', `search=${'x'.repeat(201)}`, 'status=NOTE&status=done&page=3'])(
  'what is no filter is none: %s',
  (search) => {
    expect(readTableFilter(new URLSearchParams(search))).toEqual(NO_FILTER);
  },
);

test('what was written is read again, and everything else stays', () => {
  const filter: TableFilter = { state: 'Goa', show: 'due-soon', act: 'a b', person: 'mine', search: '₹ & =' };
  const address = withTableFilter(new URLSearchParams('item=one&search=old'), filter);
  expect(readTableFilter(address)).toEqual(filter);
  expect(address.get('item')).toBe('one');
  expect(withTableFilter(address, NO_FILTER).toString()).toBe('item=one');
});
