import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { pass, show } from '../../../../test/show.tsx';
import { makeRows, TODAY } from '../../compliance-items/items.fixture.ts';
import { MarkButton } from './mark-button.tsx';
import { MarkCard } from './mark-card.tsx';
import { collectMarks } from './marks.ts';
import { useMarkCard } from './use-mark-card.ts';

const ROWS = makeRows([{ title: 'Pay wages' }, { title: 'File the return' }]);
const DAY = Temporal.PlainDate.from('2026-11-15');
const MARKS = [...collectMarks(ROWS, { from: DAY, to: DAY }, TODAY).values()].flat();

const AT_REST_MS = 120;
const AWAY_MS = 180;

beforeEach(() => {
  vi.useFakeTimers();
});

function Calendar({ onOpen }: { onOpen: (itemId: string, day: Temporal.PlainDate) => void }) {
  const { card, controls } = useMarkCard();
  const mark = MARKS.find(({ id }) => id === card?.markId);
  return (
    <>
      {MARKS.map((each) => (
        <MarkButton key={each.id} mark={each} controls={controls} />
      ))}
      <button type="button">Elsewhere</button>
      {card && mark && (
        <MarkCard
          card={card}
          mark={mark}
          siblings={[]}
          fields={[]}
          compact={false}
          controls={controls}
          onOpen={onOpen}
        />
      )}
    </>
  );
}

function showCalendar() {
  const onOpen = vi.fn();
  return {
    user: show(<Calendar onOpen={onOpen} />),
    onOpen,
    wages: mark('Pay wages'),
    filing: mark('File the return'),
  };
}

function mark(title: string) {
  return screen.getByRole('button', { name: `${title}, 15/11/2026, Not Done` });
}

function card(title = 'Pay wages') {
  return screen.queryByRole('dialog', { name: title });
}

test('the pointer opens a card once it rests on a mark, and no earlier', async () => {
  const { user, wages } = showCalendar();
  await user.hover(wages);
  await pass(AT_REST_MS - 1);
  expect(card()).toBeNull();
  await pass(1);
  expect(card()).not.toBeNull();
  expect(document.body).toBe(document.activeElement);
});

test('a pointer on its way across opens nothing', async () => {
  const { user, wages, filing } = showCalendar();
  await user.hover(wages);
  await pass(AT_REST_MS - 1);
  await user.hover(filing);
  await pass(AT_REST_MS - 1);
  expect(card()).toBeNull();
  await user.unhover(filing);
  await pass(1000);
  expect(card('File the return')).toBeNull();
});

test('a card goes a little after the pointer left its mark', async () => {
  const { user, wages } = showCalendar();
  await user.hover(wages);
  await pass(AT_REST_MS);
  await user.unhover(wages);
  await pass(AWAY_MS - 1);
  expect(card()).not.toBeNull();
  await pass(1);
  expect(card()).toBeNull();
});

test('a card stays while the pointer is on it, and goes when it leaves that', async () => {
  const { user, wages } = showCalendar();
  await user.hover(wages);
  await pass(AT_REST_MS);
  await user.hover(screen.getByRole('heading', { name: 'Pay wages' }));
  await pass(1000);
  expect(card()).not.toBeNull();
  await user.unhover(screen.getByRole('heading', { name: 'Pay wages' }));
  await pass(AWAY_MS);
  expect(card()).toBeNull();
});

test('the focus opens a card at once and takes it along', async () => {
  const { user, wages, filing } = showCalendar();
  await user.tab();
  expect(wages).toBe(document.activeElement);
  expect(card()).not.toBeNull();
  await user.tab();
  expect(filing).toBe(document.activeElement);
  expect(card()).toBeNull();
  expect(card('File the return')).not.toBeNull();
  act(() => filing.blur());
  await pass(AWAY_MS);
  expect(card('File the return')).toBeNull();
});

test('Escape closes a card that nobody asked for and leaves the focus where it is', async () => {
  const { user, wages } = showCalendar();
  act(() => screen.getByRole('button', { name: 'Elsewhere' }).focus());
  await user.hover(wages);
  await pass(AT_REST_MS);
  await user.keyboard('{Escape}');
  expect(card()).toBeNull();
  expect(screen.getByRole('button', { name: 'Elsewhere' })).toBe(document.activeElement);
});

test('a card that was asked for takes the focus and stays when the pointer goes elsewhere', async () => {
  const { user, wages, filing } = showCalendar();
  await user.tab();
  await user.keyboard('{Enter}');
  await pass(50);
  expect(screen.getByRole('button', { name: 'Open details' })).toBe(document.activeElement);
  await user.hover(wages);
  await user.unhover(wages);
  await pass(1000);
  expect(card()).not.toBeNull();
  await user.hover(filing);
  await pass(1000);
  expect(card()).not.toBeNull();
  expect(card('File the return')).toBeNull();
});

test('Escape gives the focus of such a card back to its mark, which does not open it again', async () => {
  const { user, wages } = showCalendar();
  await user.click(wages);
  await pass(50);
  await user.keyboard('{Escape}');
  await pass(1000);
  expect(card()).toBeNull();
  expect(wages).toBe(document.activeElement);
  await user.keyboard('{Enter}');
  expect(card()).not.toBeNull();
});

test('a finger that comes across a mark is no pointer at rest', async () => {
  const { wages } = showCalendar();
  fireEvent.pointerEnter(wages, { pointerType: 'touch' });
  await pass(1000);
  expect(card()).toBeNull();
});

test('its button opens the item about that day', async () => {
  const { user, wages, onOpen } = showCalendar();
  await user.click(wages);
  await user.click(screen.getByRole('button', { name: 'Open details' }));
  expect(onOpen.mock.calls).toEqual([['item 0', DAY]]);
  expect(card()).toBeNull();
});
