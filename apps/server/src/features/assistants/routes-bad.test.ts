import { afterAll, beforeAll, expect, test } from 'vitest';
import { UNHURRIED } from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { newApiToken } from '../../identity/tokens/token-text.ts';
import { makeToken } from '../api-tokens/token.fixture.ts';
import * as fixture from '../members/company.fixture.ts';
import { connect, listenForAssistants } from './assistant.fixture.ts';

let server: TestApp;
let address: string;
let owner: fixture.Colleague;
let token: string;

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
  owner = await fixture.openCompany(server);
  ({ token } = await makeToken(server, owner));
  address = await listenForAssistants(server);
});

afterAll(() => server.close());

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

/** Sends what no client of the protocol would. */
async function send(body: unknown, headers: Record<string, string> = {}, method = 'POST') {
  const response = await fetch(address, {
    method,
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      Authorization: `Bearer ${token}`,
      ...headers,
    },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

test('without a token that works it is 401, and says how to sign in', async () => {
  const none = await send(LIST, { Authorization: '' });
  expect(none.status).toBe(401);
  expect(none.headers.get('www-authenticate')).toBe('Bearer realm="API token, which begins with anu_"');
  expect(JSON.parse(none.text).message).toBe('Please sign in to continue');
  expect((await send(LIST, { Authorization: `Bearer ${owner.token}` })).status).toBe(401);
  for (const wrong of [newApiToken(), `${token}0`, 'anu_']) {
    const refused = await send(LIST, { Authorization: `Bearer ${wrong}` });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toMatch(/, error="invalid_token"$/);
    expect(refused.text).toContain('This API token does not work');
  }
  await expect(connect(address, newApiToken(), 'legacy')).rejects.toThrow(/This API token does not work/);
  const fine = await send(LIST);
  expect([fine.status, fine.headers.get('www-authenticate')]).toEqual([200, null]);
});

test('another company than the token’s is refused, and its own one isn’t', async () => {
  const other = await fixture.openCompany(server);
  const refused = await send(LIST, { 'x-company': other.companyId });
  expect([refused.status, JSON.parse(refused.text).message]).toEqual([403, 'This API token is for another company']);
  expect((await send(LIST, { 'x-company': owner.companyId })).status).toBe(200);
});

test('a company that forbids tokens forbids assistants', async () => {
  const other = await fixture.openCompany(server);
  const made = await makeToken(server, other);
  await server.call({
    method: 'PUT',
    url: '/api/api-tokens/policy',
    token: other.token,
    payload: { allowed: false },
  });
  const refused = await send(LIST, { Authorization: `Bearer ${made.token}` });
  expect([refused.status, JSON.parse(refused.text).message]).toEqual([
    403,
    'The owner of this company does not allow API tokens',
  ]);
});

test.each([
  ['no JSON', '{"jsonrpc":', 400, 'could not be read'],
  ['nothing', '', 400, 'could not be read'],
  ['null', 'null', 400, 'error'],
  ['a text', '"tools/list"', 400, 'error'],
  ['an object of another kind', { hello: 'world' }, 400, 'error'],
  ['another protocol', { jsonrpc: '1.0', id: 1, method: 'tools/list' }, 400, 'error'],
  ['a batch', [LIST, LIST], 400, 'Send one message at a time'],
  ['an empty batch', [], 400, 'Send one message at a time'],
  ['a message without an end', `${'{"params":'.repeat(50_000)}1${'}'.repeat(50_000)}`, 400, 'error'],
  ['what would change all objects', '{"jsonrpc":"2.0","__proto__":{"id":1}}', 400, 'could not be read'],
  [
    'a subscription',
    { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: {} },
    400,
    'nothing to subscribe',
  ],
  ['a huge message', { ...LIST, params: { cursor: 'x'.repeat(1_100_000) } }, 413, 'too large'],
])('%s is refused clearly', async (_, body, status, words) => {
  const answer = await send(body);
  expect(answer.status).toBe(status);
  expect(answer.text).toContain(words);
});

test.each([
  ['an unknown method', { ...LIST, method: 'tools/destroy' }, -32_601],
  ['an unknown tool', { ...LIST, method: 'tools/call', params: { name: 'erase_all' } }, -32_602],
  ['a tool without a name', { ...LIST, method: 'tools/call', params: {} }, -32_602],
  ['a list of arguments', { ...LIST, method: 'tools/call', params: { name: 'late_cost', arguments: ['x'] } }, -32_602],
  ['resources, of which there are none', { ...LIST, method: 'resources/list' }, -32_601],
])('%s is an error of the protocol', async (_, body, code) => {
  const answer = await send(body);
  expect(answer.text).toContain(`"code":${code}`);
});

test('a version of the protocol that nobody speaks is refused, and says which are spoken', async () => {
  const old = await send(LIST, { 'MCP-Protocol-Version': '2019-01-01' });
  expect(old.status).toBe(400);
  expect(old.text).toMatch(/version/i);
  expect(old.text).toContain('2025-06-18');
  const params = { protocolVersion: '1999-01-01', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  const begun = await send({ ...LIST, method: 'initialize', params });
  expect(begun.text).toMatch(/"protocolVersion":"2025-\d\d-\d\d"/);
});

test('there is no stream to listen to and no session to end', async () => {
  for (const method of ['GET', 'DELETE']) {
    const answer = await send('', {}, method);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  }
});
