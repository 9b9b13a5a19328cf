import { login, logout, verifyLogin } from '@anupalan/contract/auth';
import { getOwnProfile } from '@anupalan/contract/users';
import { act, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test, vi } from 'vitest';
import { acknowledgement, failure, serve, success } from '../../../test/fake-server.ts';
import { makeUser } from '../../../test/people.ts';
import { Address, pass, show } from '../../../test/show.tsx';
import { LoginSteps } from '../../features/auth/login-steps.tsx';
import { useSession } from '../../lib/session/session.tsx';
import SignedIn from './signed-in.tsx';

const ASHA = makeUser('Asha');
const PASSWORD = 'a long password';
const CODE = '246810';

function Dashboard() {
  const { user, signIn, signOut } = useSession();
  return (
    <>
      <h1>Dashboard of {user?.firstName}</h1>
      <input aria-label="Note" />
      <button type="button" onClick={signOut}>
        Sign out
      </button>
      <button type="button" onClick={() => signIn({ token: 'ravi', user: makeUser('Ravi') })}>
        Go on as Ravi
      </button>
    </>
  );
}

function showSite(at: string) {
  serve(getOwnProfile, ({ token }) => success({ user: token === 'ravi' ? makeUser('Ravi') : ASHA }));
  serve(logout, acknowledgement);
  serve(login, ({ body }) =>
    JSON.stringify(body).includes(PASSWORD) ? acknowledgement() : failure(401, 'Invalid password'),
  );
  serve(verifyLogin, () => success({ token: 'asha', user: ASHA }));
  return show(
    <>
      <Address />
      <Routes>
        <Route path="/login" element={<LoginSteps />} />
        <Route element={<SignedIn />}>
          <Route path="/dashboard" element={<Dashboard />} />
          <Route path="/profile" element={<Dashboard />} />
        </Route>
      </Routes>
    </>,
    { at },
  );
}

type Visitor = ReturnType<typeof showSite>;

/** Sign-in in another tab of the browser. */
function signInElsewhere(token: string) {
  localStorage.setItem('token', token);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })));
}

function address() {
  return screen.getByLabelText('Address').textContent;
}

async function enterPassword(user: Visitor, password = PASSWORD) {
  const box = screen.getByLabelText(/Password/);
  await user.type(screen.getByRole('textbox', { name: 'Email' }), ASHA.primaryEmail);
  await user.type(box, password);
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
}

test('who is not signed in is sent to sign in, and then to where they wanted to go', async () => {
  vi.useFakeTimers();
  const user = showSite('/profile?tab=sessions');
  expect(address()).toBe('/login');
  await enterPassword(user);
  await pass(0);
  await user.paste(CODE);
  await pass(0);
  expect(screen.getByText('Login Successful! Redirecting to dashboard...')).toBeTruthy();
  await pass(1_500);
  expect(address()).toBe('/profile?tab=sessions');
  expect(screen.getByRole('heading', { name: 'Dashboard of Asha' })).toBeTruthy();
});

test('a wrong password says so, keeps what was typed, and where it was wanted to go', async () => {
  const user = showSite('/profile?tab=sessions');
  await enterPassword(user, 'wrong');
  expect(await screen.findByText('Incorrect password. Please try again.')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe(ASHA.primaryEmail);
  signInElsewhere('asha');
  await waitFor(() => expect(address()).toBe('/profile?tab=sessions'));
});

test('who signs in in another tab goes on here too', async () => {
  showSite('/profile?tab=sessions');
  expect(address()).toBe('/login');
  signInElsewhere('asha');
  await waitFor(() => expect(address()).toBe('/profile?tab=sessions'));
});

test('who signs out is not led back to where they were: the next one may be somebody else', async () => {
  localStorage.setItem('token', 'asha');
  const user = showSite('/profile?tab=sessions');
  await user.click(await screen.findByRole('button', { name: 'Sign out' }));
  expect(address()).toBe('/login');
  signInElsewhere('ravi');
  await waitFor(() => expect(address()).toBe('/dashboard'));
});

test('another session starts from a blank page', async () => {
  localStorage.setItem('token', 'asha');
  const user = showSite('/dashboard');
  await user.type(await screen.findByLabelText('Note'), 'typed by Asha');
  await user.click(screen.getByRole('button', { name: 'Go on as Ravi' }));
  expect(screen.getByRole('heading', { name: 'Dashboard of Ravi' })).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('');
});
