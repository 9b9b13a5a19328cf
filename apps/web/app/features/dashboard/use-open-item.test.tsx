import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Address, show, travel } from '../../../test/show.tsx';
import { makeRows } from '../compliance-items/items.fixture.ts';
import { useOpenItem } from './use-open-item.ts';

const DAY = Temporal.PlainDate.from('2026-11-15');

const ROWS = makeRows([{ _id: 'wages' }, { _id: 'bonus' }]);

function Items({ hasItems = true }: { hasItems?: boolean }) {
  const { opened, day, open, close } = useOpenItem({ rows: hasItems ? ROWS : [], hasItems });
  return (
    <>
      <button type="button" onClick={() => open('wages')}>
        Open wages
      </button>
      <button type="button" onClick={() => open('bonus', DAY)}>
        Open bonus of that day
      </button>
      <button type="button" onClick={close}>
        Close
      </button>
      <button
        type="button"
        onClick={() => {
          close();
          close();
        }}
      >
        Close twice
      </button>
      <output aria-label="Item">{[opened?.item._id ?? 'none', day].filter(Boolean).join(' ')}</output>
      <Address />
    </>
  );
}

/** History with `/plans` before the dashboard. */
function showItems(at = '/dashboard') {
  window.history.replaceState(null, '', '/plans');
  window.history.pushState(null, '', at);
  const user = show(<Items />, { at });
  return (name: string) => user.click(screen.getByRole('button', { name }));
}

function opened() {
  return [screen.getByLabelText('Item').textContent, screen.getByLabelText('Address').textContent];
}

/** Resolves once the browser has gone back, where it has to. */
function waitToBeClosed() {
  return waitFor(() => expect(opened()).toEqual(CLOSED));
}

const CLOSED = ['none', '/dashboard'];
const WAGES = ['wages', '/dashboard?item=wages'];
const BONUS = ['bonus 2026-11-15', '/dashboard?item=bonus&on=2026-11-15'];

test('an opened item is in the address, with the day it was opened about', async () => {
  const click = showItems();
  await click('Open wages');
  expect(opened()).toEqual(WAGES);
  await click('Open bonus of that day');
  expect(opened()).toEqual(BONUS);
});

test('Back closes it and Forward opens it again', async () => {
  const click = showItems();
  await click('Open bonus of that day');
  await travel(-1);
  expect(opened()).toEqual(CLOSED);
  await travel(1);
  expect(opened()).toEqual(BONUS);
});

test('closing takes the step of opening back, so that Back leads on to the page before', async () => {
  const click = showItems();
  await click('Open wages');
  await click('Close');
  await waitToBeClosed();
  await travel(1);
  expect(opened()).toEqual(WAGES);
  await travel(-2);
  expect(opened()).toEqual(['none', '/plans']);
});

test('closing twice at once goes back once', async () => {
  const click = showItems();
  await click('Open wages');
  // jsdom makes one step of two that are asked for at once, so they are counted.
  const steps = vi.spyOn(window.history, 'go');
  await click('Close twice');
  expect(steps).toHaveBeenCalledOnce();
  await waitToBeClosed();
  await travel(1);
  await waitFor(() => expect(opened()).toEqual(WAGES));
});

test('what was closed and opened again can be closed again', async () => {
  const click = showItems();
  for (let time = 0; time < 2; time++) {
    await click('Open wages');
    await click('Close');
    await waitToBeClosed();
  }
});

test('what a link opened is closed in its place, for what is before it is another page', async () => {
  const click = showItems('/dashboard?item=wages');
  expect(opened()).toEqual(WAGES);
  await click('Close');
  await waitToBeClosed();
  await travel(-1);
  expect(opened()).toEqual(['none', '/plans']);
});

test('a day that is none is left out', () => {
  showItems('/dashboard?item=wages&on=2026-02-30');
  expect(opened()[0]).toBe('wages');
});

test('an item that is not there is closed, with a word', async () => {
  showItems('/dashboard?item=nobody');
  expect(screen.getByText('This compliance item is no longer there.')).toBeTruthy();
  await waitToBeClosed();
});

test('while the items are loaded nothing is missed', () => {
  show(<Items hasItems={false} />, { at: '/dashboard?item=nobody' });
  expect(opened()).toEqual(['none', '/dashboard?item=nobody']);
  expect(screen.queryByText('This compliance item is no longer there.')).toBeNull();
});
