import { listActs } from '@anupalan/contract/acts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { request } from './api.ts';
import { KeptAnswers, keptAnswers } from './kept-answers.ts';

const ASHA = { token: 'asha', company: '' };
const ACTS = { status: 'success', data: [] };
const fetched = vi.fn<(address: string, sent: RequestInit & { headers: Headers }) => Promise<Response>>();
let token: string | null;

beforeEach(() => {
  token = 'asha';
  vi.stubGlobal('localStorage', { getItem: () => token });
  vi.stubGlobal('fetch', fetched);
  fetched.mockImplementation(async (_, { headers }) =>
    headers.get('if-none-match') === '"1"'
      ? new Response(null, { status: 304 })
      : Response.json(ACTS, { headers: { etag: '"1"' } }),
  );
});

afterEach(() => {
  keptAnswers.clear();
  fetched.mockReset();
  vi.unstubAllGlobals();
});

function tagsSent() {
  return fetched.mock.calls.map(([, { headers }]) => headers.get('if-none-match'));
}

test('what was answered once is asked for by its tag, and stands in when the server says that it still holds', async () => {
  const first = await request(listActs);
  const second = await request(listActs);
  // The same object, so that nothing that shows it has anything to do.
  expect(second).toBe(first);
  expect(tagsSent()).toEqual([null, '"1"']);
});

test('one company hears nothing of what was kept of another', async () => {
  await request(listActs, { company: 'first' });
  await request(listActs, { company: 'second' });
  await request(listActs, { company: 'first' });
  expect(tagsSent()).toEqual([null, null, '"1"']);
  expect(fetched.mock.calls.map(([, { headers }]) => headers.get('x-company'))).toEqual(['first', 'second', 'first']);
});

test('another session hears nothing of what this one kept', async () => {
  await request(listActs);
  token = 'ravi';
  await request(listActs);
  expect(tagsSent()).toEqual([null, null]);
});

test('an answer that comes after its session is not kept', async () => {
  fetched.mockImplementationOnce(async () => {
    token = null;
    return Response.json(ACTS, { headers: { etag: '"1"' } });
  });
  await request(listActs);
  expect(keptAnswers.find(ASHA, '/api/acts', listActs)).toBeUndefined();
  expect(keptAnswers.find({ token: null, company: '' }, '/api/acts', listActs)).toBeUndefined();
});

test('a failure is not kept, and what was kept before it stays', async () => {
  await request(listActs);
  fetched.mockResolvedValueOnce(Response.json({ status: 'error', message: 'Busy' }, { status: 503 }));
  await expect(request(listActs)).rejects.toThrow('Busy');
  expect(keptAnswers.find(ASHA, '/api/acts', listActs)).toMatchObject({ tag: '"1"', answer: ACTS });
});

test.each([
  ['answers', 100, 10],
  ['characters', 6, 4_000_000],
])('of too many %s those used last stay', (_, count, characters) => {
  const kept = new KeptAnswers();
  const addresses = Array.from({ length: count }, (_each, n) => `/api/${n}`);
  for (const address of addresses) {
    kept.keep(ASHA, address, { call: listActs, tag: address, answer: null, characters });
    kept.find(ASHA, '/api/0', listActs);
  }
  const left = addresses.filter((address) => kept.find(ASHA, address, listActs));
  expect(left.length).toBe(Math.min(60, Math.floor(10_000_000 / characters)));
  expect(left).toContain('/api/0');
  expect(left).toContain(addresses.at(-1));
});

test('one that is too large by itself is not kept, and others stay', () => {
  const kept = new KeptAnswers();
  const keep = (address: string, characters: number) =>
    kept.keep(ASHA, address, { call: listActs, tag: address, answer: null, characters });
  keep('/api/small', 10);
  keep('/api/large', 10);
  keep('/api/large', 10_000_001);
  expect(kept.find(ASHA, '/api/large', listActs)).toBeUndefined();
  expect(kept.find(ASHA, '/api/small', listActs)).toMatchObject({ tag: '/api/small' });
});
