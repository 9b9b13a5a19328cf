import { runInThisContext } from 'node:vm';
import { listActs } from '@anupalan/contract/acts';
import { logout } from '@anupalan/contract/auth';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { subscribeToExpiry } from '../session/token.ts';
import { ApiError, request } from './api.ts';
import { scriptEarlyCalls } from './early-calls.ts';
import { keptAnswers } from './kept-answers.ts';

const ACTS = { status: 'success', data: [] };
const fetched = vi.fn<(address: string, sent: RequestInit) => Promise<Response>>();
const replaced = vi.fn<(state: unknown, unused: string, address: URL) => void>();
const storage = new Map<string, string>();

beforeEach(() => {
  storage.set('token', 'asha');
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
  vi.stubGlobal('history', { state: 'kept', replaceState: replaced });
  vi.stubGlobal('fetch', fetched);
  fetched.mockImplementation(async () => Response.json(ACTS, { headers: { etag: '"1"' } }));
});

afterEach(() => {
  globalThis.earlyAnswers = undefined;
  keptAnswers.clear();
  fetched.mockReset();
  replaced.mockReset();
  storage.clear();
  vi.unstubAllGlobals();
});

function openPage(address = '/dashboard') {
  vi.stubGlobal('location', new URL(address, 'https://anupalan.test'));
  runInThisContext(scriptEarlyCalls(['/api/acts', '/api/compliance/fields']));
}

test('what the page asked for is not asked again, and is kept by its tag like any answer', async () => {
  openPage();
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/api/acts', '/api/compliance/fields']);
  expect(await request(listActs)).toEqual(ACTS);
  expect(fetched).toHaveBeenCalledTimes(2);
  await request(listActs);
  expect(fetched).toHaveBeenCalledTimes(3);
  expect(new Headers(fetched.mock.lastCall?.[1].headers).get('if-none-match')).toBe('"1"');
});

test('the page asks with the token of the session, and for nobody without one', () => {
  storage.delete('token');
  openPage();
  expect(fetched).not.toHaveBeenCalled();
  storage.set('token', 'asha');
  openPage();
  expect(new Headers(fetched.mock.lastCall?.[1].headers).get('authorization')).toBe('Bearer asha');
});

test.each([
  ['another session', () => storage.set('token', 'ravi')],
  ['a page that has been open for a while', () => vi.spyOn(performance, 'now').mockReturnValue(30_001)],
])('%s asks for itself', async (_, happen) => {
  openPage();
  happen();
  await request(listActs);
  expect(fetched).toHaveBeenCalledTimes(3);
});

test('what the page could not get is asked for again', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  openPage();
  expect(await request(listActs)).toEqual(ACTS);
  expect(fetched).toHaveBeenCalledTimes(3);
});

test.each([403, 503])('a refusal is not handed over: %i', async (status) => {
  fetched.mockImplementationOnce(async () => Response.json({ status: 'error', message: 'No' }, { status }));
  openPage();
  expect(await request(listActs)).toEqual(ACTS);
  expect(fetched).toHaveBeenCalledTimes(3);
});

test('what was asked before a change is asked again after it', async () => {
  openPage();
  fetched.mockImplementationOnce(async () => Response.json({ status: 'success', message: 'Done' }));
  await request(logout);
  await request(listActs);
  expect(fetched).toHaveBeenCalledTimes(4);
});

test('a session that the page finds ended ends as by any call', async () => {
  const expired = vi.fn();
  const leave = subscribeToExpiry(expired);
  fetched.mockImplementation(async () => Response.json({ status: 'error', message: 'Gone' }, { status: 401 }));
  openPage();
  await expect(request(listActs)).rejects.toThrow(new ApiError(401, 'Gone'));
  expect(expired).toHaveBeenCalledWith('session');
  leave();
});

test('who no longer waits for an answer gets none', async () => {
  openPage();
  const given = new AbortController();
  const asked = request(listActs, { signal: given.signal });
  given.abort();
  await expect(asked).rejects.toBe(given.signal.reason);
});

function companySent() {
  return new Headers(fetched.mock.lastCall?.[1].headers).get('x-company');
}

test('the page asks about the company that its address names, and only that one takes the answers', async () => {
  openPage('/dashboard?company=second');
  expect(companySent()).toBe('second');
  expect(replaced).not.toHaveBeenCalled();
  await request(listActs, { company: 'first' });
  expect(fetched).toHaveBeenCalledTimes(3);
  expect(companySent()).toBe('first');
  await request(listActs, { company: 'second' });
  expect(fetched).toHaveBeenCalledTimes(3);
});

test('an address without a company opens with the one used last, which then stands in it', async () => {
  storage.set('company', 'second');
  openPage('/dashboard?item=1#content');
  expect(companySent()).toBe('second');
  expect(replaced.mock.lastCall?.slice(0, 2)).toEqual(['kept', '']);
  expect(String(replaced.mock.lastCall?.[2])).toBe('https://anupalan.test/dashboard?item=1&company=second#content');
});

test('who has one company names none', async () => {
  openPage();
  expect(companySent()).toBeNull();
  expect(replaced).not.toHaveBeenCalled();
});

test('whatever an address names can stand in a header', async () => {
  openPage(`/dashboard?company=${encodeURIComponent('क\n')}`);
  expect(companySent()).toBe('%E0%A4%95%0A');
});
