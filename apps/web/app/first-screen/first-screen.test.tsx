import { listActs } from '@anupalan/contract/acts';
import { getOwnCompany } from '@anupalan/contract/companies';
import { listComplianceFields } from '@anupalan/contract/compliance-fields';
import { listComplianceItems } from '@anupalan/contract/compliance-items';
import { getOwnProfile } from '@anupalan/contract/users';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { serve, success } from '../../test/fake-server.ts';
import { makeMember, makeUser } from '../../test/people.ts';
import { Application, pass } from '../../test/show.tsx';
import { makeItem } from '../features/compliance-items/items.fixture.ts';
import { TRACKER_QUERIES } from '../features/dashboard/use-tracker.ts';
import { clientOf } from '../lib/api/query-client.ts';
import { endFirstScreen, firstScreen } from '../lib/first-screen.ts';
import { ownProfile } from '../lib/session/profile.ts';
import DashboardPage from '../routes/signed-in/dashboard.tsx';
import { answerQueries } from './answer-queries.ts';
import { drawFirstScreen } from './draw.tsx';
import { ACT, ask, COMPANY, ID, stall, WHO } from './early-answers.fixture.ts';
import { ASKED } from './read-answers.ts';
import { repeatPresses } from './repeat-presses.ts';
import { sayFailed } from './say-failed.tsx';
import { showFirst } from './show-first.ts';

beforeEach(() => {
  // Each test opens a page: early answers are of use to a young one only.
  const now = performance.now.bind(performance);
  const opened = now();
  vi.spyOn(performance, 'now').mockImplementation(() => now() - opened);
  localStorage.setItem('token', 'asha');
  serve(getOwnProfile, () => success(WHO));
  endFirstScreen();
  document.body.innerHTML = '<main id="content"><!--$--><p>Loading...</p><!--/$--></main>';
});

function place(): HTMLElement {
  return screen.getByRole('main');
}

/** Draws, and holds presses. */
async function draw() {
  ask();
  await drawFirstScreen(place());
  const drawn = firstScreen();
  if (!drawn) throw new Error('Nothing was drawn');
  repeatPresses(drawn);
  forgetRenderers();
  return drawn;
}

/** The application takes over what stands in the page. @returns what hears of each part that it draws anew */
async function takeOver() {
  const recovered = vi.fn();
  await act(async () => {
    render(
      <Application>
        <main id="content">
          <Suspense>
            <DashboardPage />
          </Suspense>
        </main>
      </Application>,
      { container: document.body, hydrate: true, onRecoverableError: recovered },
    );
  });
  return recovered;
}

/** Of two renderers in one test React says that they were at work at once, which they weren't. */
function forgetRenderers() {
  // biome-ignore lint/suspicious/noConsole: a spy, as in every test
  const complaints = vi.mocked(console.error);
  const others = complaints.mock.calls.filter(([text]) => !String(text).startsWith('Detected multiple renderers'));
  complaints.mockClear();
  expect(others).toEqual([]);
}

test('it is drawn from what the page asks for early', () => {
  const queries = [ownProfile, ...Object.values(TRACKER_QUERIES)];
  expect(Object.values(ASKED)).toEqual(queries.map(({ address }) => address));
});

test('the application takes over the very elements that were drawn, and what was pressed on them', async () => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  await draw();
  const row = screen.getByRole('row', { name: /Pay the wages/ });
  expect(screen.getByRole('heading', { name: 'Welcome, Asha!' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'By day' }));
  expect(screen.getByRole('button', { name: 'By act' }).getAttribute('aria-pressed')).toBe('true');

  expect(await answerQueries({ token: 'asha', company: '' })).toBe(true);
  const recovered = await takeOver();
  expect(recovered).not.toHaveBeenCalled();
  expect(screen.getByRole('row', { name: /Pay the wages/ })).toBe(row);
  expect(screen.getByRole('button', { name: 'By day' }).getAttribute('aria-pressed')).toBe('true');
  expect(firstScreen()).toBeNull();
  forgetRenderers();
});

test('where the application shows something else, nothing was drawn, and no press is held', async () => {
  await draw();
  const pressed = vi.fn();
  place().innerHTML = '<button type="button">Sign In</button>';
  place().addEventListener('click', pressed);
  fireEvent.click(screen.getByRole('button', { name: 'Sign In' }));
  expect(pressed).toHaveBeenCalledTimes(1);
  expect(firstScreen()).toBeNull();
});

test.each<[string, number, (row: HTMLElement) => void]>([
  ['a key that opens a row is pressed again', 1, () => {}],
  ['a key that moves on is none', 1, (row) => fireEvent.keyDown(row, { key: 'Tab' })],
  ['a key of the browser is none', 1, (row) => fireEvent.keyDown(row, { key: 'Enter', ctrlKey: true })],
  ['what was pressed outside came last', 0, () => fireEvent.click(document.body)],
  ['who pressed long ago is about something else', 0, () => vi.setSystemTime(Date.now() + 6_000)],
])('%s', async (_, times, then) => {
  await draw();
  const row = screen.getByRole('row', { name: /Pay the wages/ });
  vi.useFakeTimers();
  fireEvent.keyDown(row, { key: 'Enter' });
  then(row);
  const pressed = vi.fn();
  row.addEventListener('keydown', pressed);
  endFirstScreen();
  expect(pressed).toHaveBeenCalledTimes(times);
});

test.each([
  ['of the link of a row is repeated', {}, 1],
  ['that opens another tab is the browser’s', { ctrlKey: true }, 0],
])('a press %s', async (_, held, times) => {
  await draw();
  const link = screen.getByRole('link', { name: 'Pay the wages' });
  const follow = vi.fn((event: Event) => event.preventDefault());
  document.addEventListener('click', follow, { once: true });
  fireEvent.click(link, held);
  expect(follow).toHaveBeenCalledTimes(1 - times);
  document.removeEventListener('click', follow);
  const pressed = vi.fn((event: Event) => event.preventDefault());
  link.addEventListener('click', pressed);
  endFirstScreen();
  expect(pressed).toHaveBeenCalledTimes(times);
});

test.each<[string, () => unknown, string?]>([
  ['nobody is signed in', () => (globalThis.earlyAnswers = undefined)],
  ['an answer is a failure', () => ask({}, 503)],
  ['one answer fails while another keeps waiting', () => [ask({}, 503), stall('items')]],
  [
    'who is here is seen while an answer keeps waiting',
    () => [ask({ profile: { ...WHO, passkeyNeeded: true } }), stall('items')],
  ],
  ['an answer is none', () => ask({ items: [{ nothing: true }] })],
  ['no company is registered', () => ask({ company: { company: null } })],
  ['somebody administers', () => ask({ profile: { ...WHO, user: makeUser('Meera', 'admin') } })],
  ['somebody is impersonated', () => ask({ profile: { ...WHO, impersonatedBy: makeUser('Meera', 'admin') } })],
  ['somebody else signed in since', () => [ask(), localStorage.setItem('token', 'binod')]],
  ['nobody sees the page', () => [ask(), vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)]],
  ['a passkey has to be added first', () => ask({ profile: { ...WHO, passkeyNeeded: true } })],
  [
    'a password has to be chosen first',
    () => ask({ profile: { ...WHO, user: { ...WHO.user, passwordChange: true } } }),
  ],
  ['the company lost its owner', () => ask({ profile: { ...WHO, member: makeMember({ frozen: true }) } })],
  ["an item's details are opened", () => ask(), '/dashboard?item=epf'],
])('it is left to the application where %s', async (_, given, at = '/dashboard') => {
  window.history.replaceState(null, '', at);
  given();
  const before = place().innerHTML;
  expect(await drawFirstScreen(place())).toBe(false);
  expect(place().innerHTML).toBe(before);
  expect(firstScreen()).toBeNull();
});

test('an answer that does not come is left to the application after two seconds', async () => {
  vi.useFakeTimers();
  ask();
  stall('items');
  const drawing = drawFirstScreen(place());
  await pass(2_000);
  expect(await drawing).toBe(false);
});

describe('what the page brings for its part comes a moment after the answers', () => {
  const shown = '<!--$--><p>Loading...</p><!--/$-->';

  beforeEach(() => {
    vi.useFakeTimers();
    ask();
    place().innerHTML = '<!--$?--><template id="B:0"></template><!--/$-->';
  });

  test('and is waited for', async () => {
    const drawing = drawFirstScreen(place());
    await pass(300);
    expect(firstScreen()).toBeNull();
    place().innerHTML = shown;
    await pass(100);
    expect(await drawing).toBe(true);
    forgetRenderers();
  });

  test('but for no longer than two seconds', async () => {
    const drawing = drawFirstScreen(place());
    await pass(2_000);
    place().innerHTML = shown;
    expect(await drawing).toBe(false);
    expect(place().innerHTML).toBe(shown);
  });
});

test('who signs in after the page was drawn gets nothing that was asked for before', async () => {
  const drawn = await draw();
  const answered = answerQueries(drawn);
  localStorage.setItem('token', 'binod');
  expect(await answered).toBe(false);
  expect(clientOf('').getQueryCache().getAll()).toEqual([]);
});

test('who signs in right before the application is there sees nothing of who was here before', async () => {
  const drawn = await draw();
  const waiting = () => new Promise<Response>(() => {});
  serve(getOwnProfile, ({ token }) => success({ ...WHO, user: makeUser(token === 'binod' ? 'Binod' : 'Asha') }));
  for (const call of [listComplianceItems, listComplianceFields, listActs, getOwnCompany]) serve(call, waiting);
  expect(await answerQueries(drawn)).toBe(true);
  localStorage.setItem('token', 'binod');
  await takeOver();
  expect(await screen.findByRole('heading', { name: 'Welcome, Binod!' })).toBeTruthy();
  expect(clientOf('').getQueryData(TRACKER_QUERIES.items.queryKey)).toBeUndefined();
  expect(screen.queryByRole('row', { name: /Pay the wages/ })).toBeNull();
  forgetRenderers();
});

test('another session begins the page anew until the application is there', async () => {
  const location = { search: '', reload: vi.fn() };
  vi.stubGlobal('location', location);
  ask();
  await showFirst(place());
  forgetRenderers();
  window.dispatchEvent(new Event('pageshow'));
  expect(location.reload).not.toHaveBeenCalled();
  localStorage.setItem('token', 'binod');
  window.dispatchEvent(new Event('storage'));
  expect(location.reload).toHaveBeenCalledTimes(1);
  endFirstScreen();
  window.dispatchEvent(new Event('storage'));
  expect(location.reload).toHaveBeenCalledTimes(1);
});

test('a page that was left is taken over, though it has no frames', async () => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  ask();
  await showFirst(place());
  expect(firstScreen()).not.toBeNull();
  forgetRenderers();
});

test('the lines of a long table come in a frame of their own, and are taken over', async () => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  const items = Array.from(Array(90), (_, n) => makeItem({ _id: `${ID.slice(0, -2)}${n + 110}`, actId: ACT._id }));
  const lines = () => [...document.querySelectorAll('tr[data-index]')];
  // What stands in the page when a frame is asked for is what that frame shows.
  const frames: Element[][] = [];
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => {
    frames.push(lines());
    setTimeout(draw);
  });
  ask({ items: items });
  await showFirst(place());
  forgetRenderers();
  const [first = [], second = []] = frames;
  expect(first).toEqual([]);
  expect(second.length).toBeGreaterThan(5);
  expect(await takeOver()).not.toHaveBeenCalled();
  expect(lines().filter((line) => second.includes(line)).length).toBe(second.length);
  forgetRenderers();
});

test('what the application would not take is as before for it', async () => {
  ask({ company: { company: { ...COMPANY, employeeCount: 'many' } } });
  const before = place().innerHTML;
  await showFirst(place());
  expect(place().innerHTML).toBe(before);
  expect(firstScreen()).toBeNull();
  forgetRenderers();
});

test('an application that cannot be loaded is said, with a way to try again', async () => {
  const location = { search: '', reload: vi.fn() };
  vi.stubGlobal('location', location);
  await draw();
  sayFailed(place());
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(location.reload).toHaveBeenCalledTimes(1);
  expect(firstScreen()).toBeNull();
});
