import { formatDay } from '@anupalan/domain/calendar-day';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '../../../test/show.tsx';
import { Dialog } from '../dialogs/dialog.tsx';
import { DayInput } from './day-input.tsx';

const FIRST = Temporal.PlainDate.from('2026-11-15');

function Day({ first = null }: { first?: Temporal.PlainDate | null }) {
  const [day, setDay] = useState(first);
  const [unread, setUnread] = useState('');
  const change = (picked: Temporal.PlainDate | null, text: string) => {
    setDay(picked);
    setUnread(text);
  };
  return (
    <>
      <DayInput label="Due date" value={day} onChange={change} />
      <output aria-label="Day">{day ? formatDay(day) : `none: "${unread}"`}</output>
    </>
  );
}

function box() {
  return screen.getByRole<HTMLInputElement>('textbox', { name: 'Due date' });
}

function day() {
  return screen.getByRole('status', { name: 'Day' }).textContent;
}

test.each(['5/1/2027', '2027-01-05', '5-Jan-27', '5.1.27', '५ जन 27'])(
  '%s is read as it is typed, and written in full',
  async (typed) => {
    const user = show(<Day />);
    await user.type(box(), typed);
    expect(day()).toBe('05/01/2027');
    await user.tab();
    expect(box().value).toBe('05/01/2027');
  },
);

test('while something else is typed there is no day, and what was typed stays in sight', async () => {
  const user = show(<Day first={FIRST} />);
  expect(box().value).toBe('15/11/2026');
  await user.clear(box());
  expect(day()).toBe('none: ""');
  await user.type(box(), '30/02/2027');
  expect(day()).toBe('none: "30/02/2027"');
  await user.tab();
  expect(box().value).toBe('30/02/2027');
  expect(day()).toBe('none: "30/02/2027"');
});

test('a year that was mistyped is no day', async () => {
  const user = show(<Day first={FIRST} />);
  await user.clear(box());
  await user.type(box(), '15/11/2926');
  expect(day()).toBe('none: "15/11/2926"');
});

test('a day is picked from the month of the one before', async () => {
  const user = show(<Day first={FIRST} />);
  await user.click(box());
  await user.click(screen.getByRole('button', { name: '20 November 2026' }));
  expect(day()).toBe('20/11/2026');
  expect(box().value).toBe('20/11/2026');
  expect(screen.queryByRole('button', { name: '21 November 2026' })).toBeNull();
});

test('the calendar opens by a press and never by focus or typing', async () => {
  const user = show(<Day first={FIRST} />);
  const day20 = () => screen.queryByRole('button', { name: '20 November 2026' });
  await user.tab();
  expect(document.activeElement).toBe(box());
  expect(day20()).toBeNull();
  await user.clear(box());
  await user.type(box(), '15/11/2026', { skipClick: true });
  expect(day20()).toBeNull();
  await user.click(box());
  expect(day20()).not.toBeNull();
  await user.tab();
  expect(day20()).toBeNull();
});

test('Escape closes the calendar first, and only then the dialog it stands in', async () => {
  const close = vi.fn();
  const user = show(
    <Dialog opened title="New payment date" onClose={close}>
      <Day first={FIRST} />
    </Dialog>,
  );
  const dialog = within(screen.getByRole('dialog', { name: 'New payment date' }));
  await user.click(box());
  expect(dialog.queryByRole('button', { name: '20 November 2026' })).not.toBeNull();
  await user.keyboard('{Escape}');
  expect(dialog.queryByRole('button', { name: '20 November 2026' })).toBeNull();
  expect(close).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(close).toHaveBeenCalledOnce();
});
