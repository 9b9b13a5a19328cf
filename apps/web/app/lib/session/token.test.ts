import { beforeEach, expect, test, vi } from 'vitest';
import {
  beginImpersonation,
  endImpersonation,
  expireSession,
  readAdminToken,
  readToken,
  removeToken,
  storeToken,
  subscribeToExpiry,
  subscribeToToken,
} from './token.ts';

/** Browser parts that tokens need. */
beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('window', new EventTarget());
});

function tokens() {
  return { token: readToken(), adminToken: readAdminToken() };
}

function hearExpiry() {
  const heard = vi.fn();
  return { heard, stop: subscribeToExpiry(heard) };
}

test("an administrator's own token comes back after an impersonation", () => {
  storeToken('admin');
  expect(beginImpersonation('asha', 'admin')).toBe(true);
  expect(tokens()).toEqual({ token: 'asha', adminToken: 'admin' });
  expect(endImpersonation()).toBe(true);
  expect(tokens()).toEqual({ token: 'admin', adminToken: null });
});

test('of two tabs that impersonate at once the second changes nothing', () => {
  storeToken('admin');
  beginImpersonation('asha', 'admin');
  expect(beginImpersonation('ravi', 'admin')).toBe(false);
  expect(beginImpersonation('ravi', null)).toBe(false);
  expect(tokens()).toEqual({ token: 'asha', adminToken: 'admin' });
});

test('returning a second time changes nothing', () => {
  storeToken('admin');
  expect(endImpersonation()).toBe(false);
  expect(tokens()).toEqual({ token: 'admin', adminToken: null });
});

test.each([
  ['signing out', () => removeToken(), { token: null, adminToken: null }],
  ['signing in as somebody else', () => storeToken('ravi'), { token: 'ravi', adminToken: null }],
])('%s leaves nothing to return to', (_, act, after) => {
  storeToken('admin');
  beginImpersonation('asha', 'admin');
  act();
  expect(tokens()).toEqual(after);
});

test('an impersonation that is over gives way to the administrator, whose own end is the end', () => {
  const { heard, stop } = hearExpiry();
  storeToken('admin');
  beginImpersonation('asha', 'admin');
  expireSession();
  expect(tokens()).toEqual({ token: 'admin', adminToken: null });
  expireSession();
  expect(tokens()).toEqual({ token: null, adminToken: null });
  expect(heard.mock.calls).toEqual([['impersonation'], ['session']]);
  stop();
});

test('a return that the browser cut short does not come back to a refused token', () => {
  const { heard, stop } = hearExpiry();
  localStorage.setItem('token', 'admin');
  localStorage.setItem('adminToken', 'admin');
  expireSession();
  expect(tokens()).toEqual({ token: null, adminToken: null });
  expect(heard.mock.calls).toEqual([['session']]);
  stop();
});

test('listeners hear of every change, and of those of other tabs', () => {
  const heard = vi.fn();
  const stop = subscribeToToken(heard);
  storeToken('admin');
  beginImpersonation('asha', 'admin');
  endImpersonation();
  expect(heard).toHaveBeenCalledTimes(3);
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'token' }));
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'somethingElse' }));
  expect(heard).toHaveBeenCalledTimes(4);
  stop();
  removeToken();
  expect(heard).toHaveBeenCalledTimes(4);
});

test('all listeners hear of another tab in one turn', () => {
  const add = vi.spyOn(window, 'addEventListener');
  const stops = [subscribeToToken(() => {}), subscribeToToken(() => {})];
  expect(new Set(add.mock.calls.map(([, listener]) => listener)).size).toBe(1);
  for (const stop of stops) stop();
});
