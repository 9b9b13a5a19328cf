import { logout } from '@anupalan/contract/auth';
import { listComplianceItems } from '@anupalan/contract/compliance-items';
import { getOwnProfile, type User } from '@anupalan/contract/users';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { acknowledgement, failure, hold, type Received, serve, success } from '../../../test/fake-server.ts';
import { makeUser } from '../../../test/people.ts';
import { Address, pass, show } from '../../../test/show.tsx';
import { request } from '../api/api.ts';
import { queryClient } from '../api/query-client.ts';
import { endFirstScreen, noteFirstScreen } from '../first-screen.ts';
import { useSession } from './session.tsx';

const ASHA = makeUser('Asha');
const RAVI = makeUser('Ravi');
const ADMIN = makeUser('Meera', 'admin');
const PEOPLE: Readonly<Record<string, User>> = { asha: ASHA, ravi: RAVI, admin: ADMIN };

function Page() {
  const session = useSession();
  const actions = {
    'Sign in': () => session.signIn({ token: 'asha', user: ASHA }),
    'Sign out': () => session.signOut(),
    Refresh: () => session.refresh(),
    Impersonate: () => session.impersonate('asha', 'admin'),
    Return: () => session.returnToAdmin(),
    Call: () => request(listComplianceItems).catch(() => {}),
  };
  return (
    <>
      <output aria-label="Session">
        {[session.status, session.user?.firstName, session.impersonating && 'impersonated'].filter(Boolean).join(' ')}
      </output>
      <Address />
      {Object.entries(actions).map(([name, does]) => (
        <button key={name} type="button" onClick={does}>
          {name}
        </button>
      ))}
    </>
  );
}

/** Page in a browser that holds the given tokens. */
function showPage({ token, adminToken, at = '/dashboard' }: { token?: string; adminToken?: string; at?: string } = {}) {
  if (token) localStorage.setItem('token', token);
  if (adminToken) localStorage.setItem('adminToken', adminToken);
  const user = show(<Page />, { at });
  return (name: string) => user.click(screen.getByRole('button', { name }));
}

/** Profiles by token, which is the user's name in small letters. */
function serveProfiles() {
  return serve(getOwnProfile, ({ token }) => {
    const user = PEOPLE[token ?? ''];
    const impersonatedBy = localStorage.getItem('adminToken') === null ? {} : { impersonatedBy: ADMIN };
    return user ? success({ user, ...impersonatedBy }) : failure(401, 'Session expired');
  });
}

function session() {
  return screen.getByLabelText('Session').textContent;
}

function address() {
  return screen.getByLabelText('Address').textContent;
}

function waitToBe(status: string) {
  return waitFor(() => expect(session()).toBe(status));
}

function tokens() {
  return { token: localStorage.getItem('token'), adminToken: localStorage.getItem('adminToken') };
}

function tokensOf(received: readonly Received[]) {
  return received.map(({ token }) => token);
}

/** Storage event, as the browser fires it for a change in another tab. */
function changeInOtherTab(token: string | null) {
  if (token === null) localStorage.removeItem('token');
  else localStorage.setItem('token', token);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })));
}

const NOBODY = { token: null, adminToken: null };

test('without a token nobody is signed in, and the server is not asked', () => {
  showPage();
  expect(session()).toBe('signed-out');
});

test('a token that is kept is of nobody yet until its profile is there', async () => {
  const { answering, letGo } = hold(() => success({ user: ASHA }));
  const asked = serve(getOwnProfile, answering);
  showPage({ token: 'asha' });
  expect(session()).toBe('loading');
  letGo();
  await waitToBe('signed-in Asha');
  expect(tokensOf(asked)).toEqual(['asha']);
});

test.each([401, 403])('at the start a refused profile (%i) ends the session', async (status) => {
  serve(getOwnProfile, () => failure(status, 'No'));
  showPage({ token: 'asha' });
  await waitToBe('signed-out');
  expect(tokens()).toEqual(NOBODY);
});

test('at the start a server that is away is asked three times more, which ends the session only then', async () => {
  vi.useFakeTimers();
  const asked = serve(getOwnProfile, () => failure(503, 'Restarting'));
  showPage({ token: 'asha' });
  await pass(6_000);
  expect([session(), asked.length]).toEqual(['loading', 3]);
  await pass(2_000);
  expect([session(), asked.length]).toEqual(['signed-out', 4]);
});

test('who signs in is known at once, with nothing asked', async () => {
  const click = showPage();
  await click('Sign in');
  expect(session()).toBe('signed-in Asha');
  expect(tokens()).toEqual({ token: 'asha', adminToken: null });
});

test('signing out ends the session here and on the server, and leads to /login', async () => {
  const ended = serve(logout, acknowledgement);
  serveProfiles();
  const click = showPage({ token: 'asha' });
  await waitToBe('signed-in Asha');
  queryClient.setQueryData(['of Asha'], 'a secret');
  await click('Sign out');
  expect([session(), address()]).toEqual(['signed-out', '/login']);
  expect(tokens()).toEqual(NOBODY);
  expect(tokensOf(ended)).toEqual(['asha']);
  expect(queryClient.getQueryData(['of Asha'])).toBeUndefined();
});

test.each([
  ['that refuses', () => failure(500, 'No')],
  ['that never answers', () => new Promise<Response>(() => {})],
])('signing out does not wait for a server %s', async (_, answering) => {
  serve(logout, answering);
  serveProfiles();
  const click = showPage({ token: 'asha' });
  await waitToBe('signed-in Asha');
  await click('Sign out');
  expect([session(), address()]).toEqual(['signed-out', '/login']);
});

test('signing out while impersonating ends both sessions', async () => {
  const ended = serve(logout, acknowledgement);
  serveProfiles();
  const click = showPage({ token: 'asha', adminToken: 'admin' });
  await waitToBe('signed-in Asha impersonated');
  await click('Sign out');
  expect(session()).toBe('signed-out');
  expect(tokensOf(ended)).toEqual(['asha', 'admin']);
});

test('a session that ends in another tab ends here, with what it had loaded', async () => {
  serveProfiles();
  showPage({ token: 'asha' });
  await waitToBe('signed-in Asha');
  queryClient.setQueryData(['of Asha'], 'a secret');
  changeInOtherTab(null);
  expect(session()).toBe('signed-out');
  expect(queryClient.getQueryData(['of Asha'])).toBeUndefined();
});

test('who signs in in another tab is never shown as who was here before', async () => {
  serveProfiles();
  showPage({ token: 'asha' });
  await waitToBe('signed-in Asha');
  changeInOtherTab('ravi');
  expect(session()).toBe('loading');
  await waitToBe('signed-in Ravi');
});

test('who signed in between the first screen and the application gets nothing of who was here before', async () => {
  serveProfiles();
  noteFirstScreen({ token: 'asha', company: '', content: document.body });
  queryClient.setQueryData(['of Asha'], 'a secret');
  showPage({ token: 'ravi' });
  endFirstScreen();
  await waitToBe('signed-in Ravi');
  expect(queryClient.getQueryData(['of Asha'])).toBeUndefined();
});

test('news of another tab that is none keeps what was loaded', async () => {
  const asked = serveProfiles();
  showPage({ token: 'asha' });
  await waitToBe('signed-in Asha');
  queryClient.setQueryData(['of Asha'], 'loaded');
  changeInOtherTab('asha');
  expect(session()).toBe('signed-in Asha');
  expect(queryClient.getQueryData(['of Asha'])).toBe('loaded');
  expect(asked).toHaveLength(1);
});

test("the server's word on any call that the session is over ends it and leads to /login", async () => {
  serveProfiles();
  serve(listComplianceItems, () => failure(401, 'Session expired'));
  const click = showPage({ token: 'asha' });
  await waitToBe('signed-in Asha');
  await click('Call');
  await waitToBe('signed-out');
  expect(address()).toBe('/login');
  expect(tokens()).toEqual(NOBODY);
});

test('an answer to an older session does not end the one that came after it', async () => {
  serveProfiles();
  const { answering, letGo } = hold(() => failure(401, 'Session expired'));
  serve(listComplianceItems, answering);
  const click = showPage({ token: 'ravi' });
  await waitToBe('signed-in Ravi');
  await click('Call');
  await click('Sign in');
  await act(async () => letGo());
  expect([session(), address()]).toEqual(['signed-in Asha', '/dashboard']);
});

test('an impersonation that is over gives way to the administrator, who is told', async () => {
  serveProfiles();
  serve(listComplianceItems, () => failure(401, 'Session expired'));
  const click = showPage({ token: 'asha', adminToken: 'admin' });
  await waitToBe('signed-in Asha impersonated');
  await click('Call');
  await waitToBe('signed-in Meera');
  expect(address()).toBe('/users');
  expect(screen.getByText('The impersonation has ended. You are the administrator again.')).toBeTruthy();
  expect(tokens()).toEqual({ token: 'admin', adminToken: null });
});

test('later only the word of the server that it is over ends a session, not any failure', async () => {
  serveProfiles();
  const click = showPage({ token: 'asha' });
  await waitToBe('signed-in Asha');
  const asked = serve(getOwnProfile, () => failure(403, 'No'));
  await click('Refresh');
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(session()).toBe('signed-in Asha');
  serve(getOwnProfile, () => failure(401, 'Session expired'));
  await click('Refresh');
  await waitToBe('signed-out');
});

test('what changed about somebody is there after a refresh', async () => {
  serveProfiles();
  const click = showPage({ token: 'asha' });
  await waitToBe('signed-in Asha');
  serve(getOwnProfile, () => success({ user: { ...ASHA, firstName: 'Usha' } }));
  await click('Refresh');
  await waitToBe('signed-in Usha');
});

test('an administrator goes on as somebody else, and comes back', async () => {
  serveProfiles();
  const ended = serve(logout, acknowledgement);
  const click = showPage({ token: 'admin', at: '/users' });
  await waitToBe('signed-in Meera');
  await click('Impersonate');
  await waitToBe('signed-in Asha impersonated');
  expect([address(), tokens()]).toEqual(['/dashboard', { token: 'asha', adminToken: 'admin' }]);
  await click('Return');
  await waitToBe('signed-in Meera');
  expect([address(), tokens()]).toEqual(['/users', { token: 'admin', adminToken: null }]);
  expect(tokensOf(ended)).toEqual(['asha']);
});

test('an impersonation that came too late is ended and changes nothing', async () => {
  serveProfiles();
  const ended = serve(logout, acknowledgement);
  const click = showPage({ token: 'ravi' });
  await waitToBe('signed-in Ravi');
  await click('Impersonate');
  await waitFor(() => expect(tokensOf(ended)).toEqual(['asha']));
  expect([session(), address()]).toEqual(['signed-in Ravi', '/dashboard']);
});
