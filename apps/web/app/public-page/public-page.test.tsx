import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takePassedState } from '../lib/passed-state.ts';
import { APPLICATION_RUNS } from '../lib/public-controls.ts';

/* A public page as it is served: the application is held, and its part of the page is a few controls. */

const HEAD = '<link property="modulepreload" href="/a.js"><link property="stylesheet" href="/a.css">';
const BODY = `
  <button data-switches-scheme>Switch light or dark</button>
  <button commandfor="site-menu">Open menu</button>
  <dialog id="site-menu"><form method="dialog"><button>Close</button></form><a href="#plans">Plans</a></dialog>
  <main><a href="#terms">Terms</a><a href="#login" data-state='{"plan":"premium"}'>Buy Now</a>
    <button>Ask</button><button>Reckon</button></main>
  <script type="text/plain" data-application>start()</script>`;

const root = document.documentElement;

beforeEach(() => {
  document.head.innerHTML = HEAD;
  document.body.innerHTML = BODY;
  root.setAttribute('data-mantine-color-scheme', 'light');
});

afterEach(() => {
  // Listeners of the test end as they do in a browser.
  window.dispatchEvent(new Event(APPLICATION_RUNS));
  sessionStorage.clear();
  document.head.innerHTML = '';
  document.body.innerHTML = '';
  vi.resetModules();
});

test('a visitor loads nothing, and sees what is for visitors', async () => {
  await operate();
  expect(isLoading()).toBe(false);
  expect(root.hasAttribute('data-visitor')).toBe(true);
});

test('who is signed in gets the application: all parts at once, its scripts after its styles', async () => {
  localStorage.setItem('token', 'asha');
  await operate();
  expect(isLoading()).toBe(true);
  expect(root.hasAttribute('data-visitor')).toBe(false);
  expect(document.querySelector('link[rel=modulepreload]')).not.toBeNull();
  await settle();
  expect(startedScripts()).toEqual([]);
  loadStyles();
  await settle();
  expect(startedScripts()).toEqual(['start()']);
});

test('styles that cannot be loaded do not keep the application from starting', async () => {
  localStorage.setItem('token', 'asha');
  await operate();
  document.querySelector('link[rel=stylesheet]')?.dispatchEvent(new Event('error'));
  await settle();
  expect(startedScripts()).toEqual(['start()']);
});

test.each([
  ['a checkout that did not open has something to tell', () => sessionStorage.setItem('checkout-failure', 'refused')],
  [
    'the entry of the history has a state of the application',
    () => window.history.replaceState({ usr: { plan: 'premium' }, key: 'a' }, ''),
  ],
])('the application is loaded when %s', async (_, prepare) => {
  prepare();
  await operate();
  expect(isLoading()).toBe(true);
});

test('a key of the history alone is no reason to load it', async () => {
  window.history.replaceState({ usr: null, key: 'a', idx: 0 }, '');
  await operate();
  expect(isLoading()).toBe(false);
});

test.each([
  ['begins in another tab', () => window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))],
  ['has begun when the browser shows the page again', () => window.dispatchEvent(new Event('pageshow'))],
])('the application is loaded when a session %s', async (_, tell) => {
  await operate();
  localStorage.setItem('token', 'asha');
  tell();
  expect(isLoading()).toBe(true);
  expect(root.hasAttribute('data-visitor')).toBe(false);
});

test('a button is pressed again once the application is there', async () => {
  await operate();
  const control = find('Ask');
  press(control);
  expect(control.getAttribute('aria-busy')).toBe('true');
  loadStyles();
  await settle();
  const heard = vi.fn();
  control.addEventListener('click', heard);
  window.dispatchEvent(new Event(APPLICATION_RUNS));
  await settle();
  expect(heard).toHaveBeenCalledOnce();
  expect(control.hasAttribute('aria-busy')).toBe(false);
});

test('of several buttons only the last is pressed again', async () => {
  await operate();
  const controls = [find('Ask'), find('Reckon')];
  const heard: (string | null)[] = [];
  for (const control of controls) press(control);
  loadStyles();
  await settle();
  for (const control of controls) control.addEventListener('click', () => heard.push(control.textContent));
  window.dispatchEvent(new Event(APPLICATION_RUNS));
  await settle();
  expect(heard).toEqual(['Reckon']);
});

test.each([
  ['its script', () => document.querySelector('script[type=module]')?.dispatchEvent(new Event('error'))],
  ['what its script imports', () => rejectUnhandled('TypeError: Failed to fetch dynamically imported module: /a.js')],
])('a button waits no longer when the application fails to load: %s', async (_, fail) => {
  await operate();
  press(find('Ask'));
  loadStyles();
  await settle();
  fail();
  await settle();
  expect(find('Ask').hasAttribute('aria-busy')).toBe(false);
  press(find('Ask'));
  await settle();
  expect(find('Ask').hasAttribute('aria-busy')).toBe(true);
  expect(startedScripts()).toEqual(['start()']);
});

test('a failure of something else is none of the load', async () => {
  await operate();
  press(find('Ask'));
  loadStyles();
  await settle();
  rejectUnhandled('Error: The answer is late');
  await settle();
  expect(find('Ask').getAttribute('aria-busy')).toBe('true');
});

test('the state of a link reaches the document that it leads to, once', async () => {
  await operate();
  press(find('Buy Now'));
  expect(isLoading()).toBe(false);
  takePassedState();
  expect(window.history.state).toBeNull();
  press(find('Buy Now'));
  window.history.replaceState({ key: 'a' }, '', '#login');
  takePassedState();
  expect(window.history.state).toEqual({ key: 'a', usr: { plan: 'premium' } });
  window.dispatchEvent(new Event(APPLICATION_RUNS));
  window.history.replaceState(null, '', '#login');
  takePassedState();
  expect(window.history.state).toBeNull();
});

test('the state goes on to the next document while the application has not taken it over', async () => {
  await operate();
  press(find('Buy Now'));
  window.history.replaceState(null, '', '#login');
  takePassedState();
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(window.location.href);
  window.history.replaceState(null, '', '#forgot-password');
  takePassedState();
  expect(window.history.state).toEqual({ usr: { plan: 'premium' } });
});

test('another page that is opened meanwhile gets no state', async () => {
  await operate();
  press(find('Buy Now'));
  window.history.replaceState(null, '', '#contact');
  takePassedState();
  expect(window.history.state).toBeNull();
  expect(sessionStorage).toHaveLength(0);
});

test('a link that led nowhere passes nothing on to a later visit', async () => {
  await operate();
  press(find('Buy Now'));
  window.history.replaceState(null, '', '#login');
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 30_000);
  takePassedState();
  expect(window.history.state).toBeNull();
});

test('a link without a state passes on none that was kept before', async () => {
  await operate();
  press(find('Buy Now'));
  press(find('Terms'));
  window.history.replaceState(null, '', '#login');
  takePassedState();
  expect(window.history.state).toBeNull();
});

test('a link opened elsewhere passes nothing on', async () => {
  await operate();
  press(find('Buy Now'), { ctrlKey: true });
  window.history.replaceState(null, '', '#login');
  takePassedState();
  expect(window.history.state).toBeNull();
});

test('the colour scheme is switched and kept', async () => {
  await operate();
  press(find('Switch light or dark'));
  expect(root.getAttribute('data-mantine-color-scheme')).toBe('dark');
  expect(localStorage.getItem('mantine-color-scheme-value')).toBe('dark');
  press(find('Switch light or dark'));
  expect(root.getAttribute('data-mantine-color-scheme')).toBe('light');
  expect(isLoading()).toBe(false);
});

test('another tab’s colour scheme holds here too', async () => {
  await operate();
  localStorage.setItem('mantine-color-scheme-value', 'dark');
  window.dispatchEvent(new StorageEvent('storage', { key: 'mantine-color-scheme-value' }));
  expect(root.getAttribute('data-mantine-color-scheme')).toBe('dark');
});

test('a change of the system’s holds until somebody chooses', async () => {
  const system = Object.assign(new EventTarget(), { media: '', matches: true });
  vi.spyOn(window, 'matchMedia').mockReturnValue(system as MediaQueryList);
  await operate();
  system.dispatchEvent(new Event('change'));
  expect(root.getAttribute('data-mantine-color-scheme')).toBe('dark');
  press(find('Switch light or dark'));
  system.dispatchEvent(new Event('change'));
  expect(root.getAttribute('data-mantine-color-scheme')).toBe('light');
});

test.each(['Plans', 'the backdrop'])('the menu opens, and %s closes it', async (closer) => {
  await operate();
  const menu = document.querySelector('dialog');
  press(find('Open menu'));
  expect(menu?.open).toBe(true);
  press(closer === 'Plans' ? find('Plans') : (menu as HTMLElement));
  expect(menu?.open).toBe(false);
  expect(isLoading()).toBe(false);
});

test('nothing is operated twice once the application runs', async () => {
  await operate();
  window.dispatchEvent(new Event(APPLICATION_RUNS));
  for (const name of ['Switch light or dark', 'Open menu', 'Ask']) press(find(name));
  expect(root.getAttribute('data-mantine-color-scheme')).toBe('light');
  expect(document.querySelector('dialog')?.open).toBe(false);
  expect(isLoading()).toBe(false);
});

test('a browser that keeps nothing shows the page to a visitor', async () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  await operate();
  expect(root.hasAttribute('data-visitor')).toBe(true);
  expect(isLoading()).toBe(false);
});

async function operate() {
  const { operatePublicPage } = await import('./public-page.ts');
  operatePublicPage();
}

function find(name: string): HTMLElement {
  const found = [...document.querySelectorAll<HTMLElement>('a, button')].find(
    ({ textContent }) => textContent === name,
  );
  if (!found) throw new Error(`no control ${name}`);
  return found;
}

function press(control: HTMLElement, keys: MouseEventInit = {}): void {
  control.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...keys }));
}

function rejectUnhandled(reason: string): void {
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
}

function isLoading(): boolean {
  return document.querySelector('link[property]') === null;
}

function startedScripts(): (string | null)[] {
  return [...document.querySelectorAll('script[type=module]')].map(({ textContent }) => textContent);
}

function loadStyles(): void {
  document.querySelector('link[rel=stylesheet]')?.dispatchEvent(new Event('load'));
}

/** Lets everything run that waits for nothing but its turn. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
}
