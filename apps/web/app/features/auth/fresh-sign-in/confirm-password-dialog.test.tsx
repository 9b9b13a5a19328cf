import { reauthenticate } from '@anupalan/contract/auth-changes';
import { endOwnSession, listOwnSessions } from '@anupalan/contract/people/own-sessions';
import { downloadOwnData } from '@anupalan/contract/people/privacy';
import { getOwnProfile, updateOwnProfile } from '@anupalan/contract/users';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { acknowledgement, failure, serve, success } from '../../../../test/fake-server.ts';
import { makeUser } from '../../../../test/people.ts';
import { Address, show } from '../../../../test/show.tsx';
import { download, request } from '../../../lib/api/api.ts';
import { PasswordSlot } from '../../../shell/password-slot.tsx';
import { OwnSessions } from '../../users/own-sessions.tsx';
import { ProfileSettings } from '../../users/profile-settings.tsx';

const ASHA = makeUser('Asha');
const ASK = 'Please enter your password to continue';
const TITLE = 'Confirm that it is you';

let fresh: boolean;

/* A page that never settles: the dialog comes because it is asked for. */
vi.mock('../../../lib/when-settled.ts', () => ({ whenSettled: () => new Promise(() => {}) }));

function stale() {
  return Response.json({ status: 'error', message: ASK, errors: { reauthenticate: ASK } }, { status: 403 });
}

function wrong() {
  const message = 'Incorrect password';
  return Response.json({ status: 'error', message, errors: { password: message } }, { status: 401 });
}

beforeEach(() => {
  fresh = false;
  localStorage.setItem('token', 'asha');
  serve(getOwnProfile, () => success({ user: ASHA }));
});

/** Makes the session fresh for the right password. @returns the calls received */
function serveReauthentication() {
  return serve(reauthenticate, ({ body }) => {
    fresh = JSON.stringify(body) === '{"password":"right"}';
    return fresh ? acknowledgement() : wrong();
  });
}

async function showEditing() {
  const user = show(
    <>
      <Address />
      <ProfileSettings user={ASHA} />
      <PasswordSlot />
    </>,
    { at: '/profile' },
  );
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }));
  const phone = screen.getByRole('textbox', { name: /Phone number/ });
  await user.clear(phone);
  await user.type(phone, '9876543210');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('dialog', { name: TITLE });
  return user;
}

test('the password is asked for once, and the call goes on as it was', async () => {
  serveReauthentication();
  const saved = serve(updateOwnProfile, () => (fresh ? success({ user: ASHA }) : stale()));
  const user = await showEditing();
  const password = screen.getByLabelText(/^Password/);
  expect(document.activeElement).toBe(password);
  await user.type(password, 'wrong{Enter}');
  expect(await screen.findByText('Incorrect password')).toBeTruthy();
  expect(localStorage.getItem('token'), 'a wrong password ends no session').toBe('asha');
  await user.clear(password);
  await user.type(password, 'right{Enter}');
  expect(await screen.findByText('Profile updated successfully!')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(saved).toHaveLength(2);
  expect(saved[1]?.body).toEqual(saved[0]?.body);
});

test('Escape gives the call up without a word, and the form is still filled in', async () => {
  const saved = serve(updateOwnProfile, stale);
  const user = await showEditing();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Phone number/ }).value).toBe('9876543210');
  expect(screen.queryByText(ASK)).toBeNull();
  expect(screen.getByRole('alert').textContent).toBe('');
  expect(saved).toHaveLength(1);
});

test('Escape closes only the question for the password, not the dialog below it', async () => {
  serve(listOwnSessions, () => success([]));
  serve(endOwnSession, stale);
  const user = show(
    <>
      <OwnSessions />
      <PasswordSlot />
    </>,
  );
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
  await screen.findByRole('dialog', { name: 'Sign out everywhere' });
  void request(endOwnSession, { params: { id: ASHA._id } }).catch(() => {});
  await screen.findByRole('dialog', { name: TITLE });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: TITLE })).toBeNull());
  expect(screen.getByRole('dialog', { name: 'Sign out everywhere' })).toBeTruthy();
});

test('several calls at once ask one question, and all go on', async () => {
  const asked = serveReauthentication();
  const ended = serve(endOwnSession, () => (fresh ? acknowledgement() : stale()));
  const user = show(<PasswordSlot />);
  const calls = ['one', 'two', 'three'].map((id) => request(endOwnSession, { params: { id } }));
  await user.type(await screen.findByLabelText(/^Password/), 'right{Enter}');
  await expect(Promise.all(calls)).resolves.toHaveLength(3);
  expect([asked.length, ended.length]).toEqual([1, 6]);
});

test('a file is asked for again too, and comes', async () => {
  serveReauthentication();
  serve(downloadOwnData, () => (fresh ? Response.json({ about: 'Asha' }) : stale()));
  const user = show(<PasswordSlot />);
  const file = download(downloadOwnData, { failed: 'Failed' });
  await user.type(await screen.findByLabelText(/^Password/), 'right{Enter}');
  expect((await file).type).toContain('application/json');
});

test('a session that has ended meanwhile leads to the sign-in', async () => {
  serve(updateOwnProfile, stale);
  serve(reauthenticate, () => failure(401, 'Please sign in to continue'));
  const user = await showEditing();
  await user.type(screen.getByLabelText(/^Password/), 'right{Enter}');
  await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('/login'));
  expect(localStorage.getItem('token')).toBeNull();
});

test('where nobody can ask, the refusal is told', async () => {
  serve(endOwnSession, stale);
  await act(async () => {
    await expect(request(endOwnSession, { params: { id: 'one' } })).rejects.toThrow(ASK);
  });
});
