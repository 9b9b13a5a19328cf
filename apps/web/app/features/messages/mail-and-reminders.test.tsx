import { listDevices } from '@anupalan/contract/telling/devices';
import { changePreferences, leavePreferences, readPreferences } from '@anupalan/contract/telling/preferences';
import { getOwnProfile } from '@anupalan/contract/users';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failure, serve, success } from '../../../test/fake-server.ts';
import { makeUser } from '../../../test/people.ts';
import { show } from '../../../test/show.tsx';
import MailAndReminders from './mail-and-reminders.tsx';

const kinds = { digest: true, monday: true, custom: true, escalation: true };
const usual = {
  hour: 8,
  kinds,
  chosen: [],
  offered: Object.keys(kinds),
  email: 'asha@example.in',
  notReachableSince: null,
};

function serveSignedIn(preferences: object) {
  localStorage.setItem('token', 'asha');
  serve(getOwnProfile, () => success({ user: makeUser('Asha') }));
  serve(readPreferences, () => success(preferences));
  serve(listDevices, () => Response.json({ status: 'success', data: [], publicKey: 'BPk' }));
}

test('who chose nothing has what their company has, until they save', async () => {
  serveSignedIn(usual);
  const saved = serve(changePreferences, () => {
    return Response.json({ status: 'success', message: 'Saved', data: { ...usual, chosen: ['hour'] } });
  });
  const user = show(<MailAndReminders />);
  expect(await screen.findByText(/You chose nothing yet/)).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'Monday summary' }));
  await user.click(screen.getByRole('combobox', { name: /Hour/ }));
  await user.click(await screen.findByRole('option', { name: '07:00' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(saved.map(({ body }) => body)).toEqual([{ hour: 7, kinds: { monday: false } }]);
});

test('a failure is shown and what was chosen stays', async () => {
  serveSignedIn(usual);
  serve(changePreferences, () => failure(503, 'Please try again in a minute'));
  const user = show(<MailAndReminders />);
  const digest = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Daily digest' });
  await user.click(digest);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Please try again in a minute')).toBeTruthy();
  expect(digest.checked).toBe(false);
});

test('who chose can leave it to the company again; an address that takes no mail is told', async () => {
  serveSignedIn({
    ...usual,
    chosen: ['digest'],
    offered: ['digest', 'custom'],
    notReachableSince: '2026-11-22T08:00:00.000Z',
  });
  const left = serve(leavePreferences, () => {
    return Response.json({ status: 'success', message: 'Left to your company', data: usual });
  });
  const user = show(<MailAndReminders />);
  expect(await screen.findByText('Mail to asha@example.in comes back.')).toBeTruthy();
  expect(screen.getAllByText(/You chose this yourself/)).toHaveLength(1);
  expect(screen.queryByRole('checkbox', { name: /Escalations|Monday/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'As my company has it' }));
  expect(await screen.findByText('Left to your company')).toBeTruthy();
  expect(left).toHaveLength(1);
});
