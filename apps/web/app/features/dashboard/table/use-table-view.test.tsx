import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Address, show } from '../../../../test/show.tsx';
import { useTableView } from './use-table-view.ts';

function Views({ userId = 'asha' }: { userId?: string }) {
  const { view, chooseView } = useTableView(userId, ['act', 'day']);
  return (
    <>
      <button type="button" onClick={() => chooseView('day')}>
        By day
      </button>
      <output aria-label="View">{view}</output>
      <Address />
    </>
  );
}

function text(name: string) {
  return screen.getByLabelText(name).textContent;
}

test('it is by act until somebody chooses; the choice stands in the address beside what was there', async () => {
  const user = show(<Views />, { at: '/dashboard?status=overdue' });
  expect(text('View')).toBe('act');
  await user.click(screen.getByRole('button', { name: 'By day' }));
  expect([text('View'), text('Address')]).toEqual(['day', '/dashboard?status=overdue&view=day']);
});

test('the choice is remembered, for who made it; an address says otherwise', () => {
  localStorage.setItem('tableView', JSON.stringify([['asha', 'day']]));
  show(<Views />, { at: '/dashboard' });
  expect(text('View')).toBe('day');
});

test('an address goes before what is remembered, and nonsense does not', () => {
  localStorage.setItem(
    'tableView',
    JSON.stringify([
      ['asha', 'day'],
      ['binod', 'person of nobody'],
    ]),
  );
  show(<Views />, { at: '/dashboard?view=act' });
  expect(text('View')).toBe('act');
});

test('a view that there is not, in the address or the storage, is by act', () => {
  localStorage.setItem('tableView', JSON.stringify([['binod', 'person']]));
  show(<Views userId="binod" />, { at: '/dashboard?view=sun' });
  expect(text('View')).toBe('act');
});
