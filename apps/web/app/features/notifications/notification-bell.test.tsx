import { type ComplianceItem, listComplianceItems } from '@anupalan/contract/compliance-items';
import { listOpenDuties } from '@anupalan/contract/events/duties';
import { acknowledgeReminder } from '@anupalan/contract/reminders';
import { getOwnProfile } from '@anupalan/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { failure, serve, success } from '../../../test/fake-server.ts';
import { makeUser } from '../../../test/people.ts';
import { Address, pass, show } from '../../../test/show.tsx';
import { makeItem } from '../compliance-items/items.fixture.ts';
import { subscribeToHighlight } from '../compliance-items/tracker-events.ts';
import NotificationBell from './notification-bell.tsx';

const ASHA = makeUser('Asha');
const WAGES = makeReminding('01990000-0000-7000-8000-000000000001', 'Pay wages');
const BONUS = makeReminding('01990000-0000-7000-8000-000000000002', 'Pay the bonus');

/** Item without a due date, with a reminder that has come. */
function makeReminding(id: string, title: string, isAcknowledged = false): ComplianceItem {
  const reminderDate = '2026-01-15T08:00:00.000Z';
  const _id = id.replace('8000', '8001');
  return {
    ...makeItem({ _id: id, actId: id, title, first: null, frequency: 'never' }),
    userId: ASHA._id,
    assignment: { responsible: ASHA._id, deputy: null, checker: null },
    customReminders: [
      {
        _id,
        userId: ASHA._id,
        complianceId: id,
        reminderDate,
        isAcknowledged,
        createdAt: reminderDate,
        updatedAt: reminderDate,
      },
    ],
  };
}

beforeEach(() => {
  localStorage.setItem('token', 'asha');
  serve(getOwnProfile, () => success({ user: ASHA }));
  serve(listComplianceItems, () => success([WAGES, BONUS]));
  serve(listOpenDuties, () => success([]));
});

function showBell() {
  return show(
    <>
      <NotificationBell user={ASHA} />
      <button type="button">Elsewhere</button>
      <Address />
    </>,
    { at: '/profile' },
  );
}

/** Opens the panel once two notifications are there. */
async function openPanel() {
  const user = showBell();
  await user.click(await screen.findByRole('button', { name: 'Notifications: 2' }));
  await waitFor(() => expect(panel().contains(document.activeElement)).toBe(true));
  return user;
}

function bell() {
  return screen.getByRole('button', { name: /^Notifications/ });
}

function panel() {
  return screen.getByRole('dialog');
}

function inPanel(name: RegExp | string) {
  return within(panel()).getByRole('button', { name });
}

test('the panel takes the focus, and Escape gives it back to the bell', async () => {
  const user = await openPanel();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(bell()).toBe(document.activeElement));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the keyboard goes round in the panel', async () => {
  const user = await openPanel();
  await user.tab();
  expect(inPanel('Clear All')).toBe(document.activeElement);
  await user.tab({ shift: true });
  expect(panel().contains(document.activeElement)).toBe(true);
});

test('a click elsewhere closes it', async () => {
  const user = await openPanel();
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a click on nothing closes it, and the bell has the focus again', async () => {
  const user = await openPanel();
  await user.click(document.body);
  await waitFor(() => expect(bell()).toBe(document.activeElement));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a notification leads to its item on the dashboard, which takes the focus and keeps it', async () => {
  vi.useFakeTimers();
  const user = await openPanel();
  const row = screen.getByRole('button', { name: 'Elsewhere' });
  const highlighted = vi.fn(() => row.focus());
  onTestFinished(subscribeToHighlight(highlighted));
  await user.click(inPanel(/^Reminder.*Pay wages/));
  await pass(1_000);
  expect(screen.getByLabelText('Address').textContent).toBe('/dashboard');
  expect(highlighted.mock.calls).toEqual([[WAGES._id]]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(row).toBe(document.activeElement);

  await user.click(bell());
  await waitFor(() => expect(panel().contains(document.activeElement)).toBe(true));
  // Escape gives the focus back in any case.
  await user.click(document.body);
  await waitFor(() => expect(bell()).toBe(document.activeElement));
});

test('an acknowledged reminder goes, and the panel keeps the focus', async () => {
  const asked = serve(acknowledgeReminder, () => success({ ...makeReminding(WAGES._id, 'Pay wages', true) }));
  const user = await openPanel();
  await user.click(inPanel(/^Acknowledge.*Pay wages/));
  await screen.findByRole('button', { name: 'Notifications: 1' });
  expect(asked[0]?.params).toEqual({ id: WAGES._id, reminderId: WAGES.customReminders[0]?._id });
  expect(panel().contains(document.activeElement)).toBe(true);
  expect(within(panel()).queryByText(/Pay wages/)).toBeNull();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(bell()).toBe(document.activeElement));
});

test('a reminder that can not be acknowledged stays, with what the server said until that is dismissed', async () => {
  serve(acknowledgeReminder, () => failure(403, 'You can only act for yourself'));
  const user = await openPanel();
  await user.click(inPanel(/^Acknowledge.*Pay wages/));
  expect(await within(panel()).findByText('You can only act for yourself')).toBeTruthy();
  await user.click(inPanel('Dismiss'));
  expect(within(panel()).queryByText('You can only act for yourself')).toBeNull();
  expect(screen.getByRole('button', { name: 'Notifications: 2' })).toBeTruthy();
});

test('what is cleared stays cleared, and the panel keeps the focus', async () => {
  const user = await openPanel();
  await user.click(inPanel('Clear All'));
  expect(within(panel()).getByText('No notifications')).toBeTruthy();
  expect(bell().getAttribute('aria-label')).toBe('Notifications');
  expect(panel().contains(document.activeElement)).toBe(true);
  expect(localStorage.getItem('clearedNotifications')).toContain(WAGES._id);
});

test('a list that did not come says so and is asked for again', async () => {
  serve(listComplianceItems, () => failure(403, 'No'));
  const user = showBell();
  await user.click(bell());
  await within(panel()).findByText('Notifications could not be loaded');
  serve(listComplianceItems, () => success([WAGES]));
  await user.click(inPanel('Try again'));
  expect(await screen.findByRole('button', { name: 'Notifications: 1' })).toBeTruthy();
});
