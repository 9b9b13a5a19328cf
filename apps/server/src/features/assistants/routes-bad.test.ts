import { afterAll, beforeAll, expect, test } from 'vitest';
import { UNHURRIED } from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { newApiToken } from '../../identity/tokens/token-text.ts';
import { makeToken } from '../api-tokens/token.fixture.ts';
import * as fixture from '../members/company.fixture.ts';
import { connect, listenForAssistants } from './assistant.fixture.ts';
import { TOOLS } from './tools.ts';

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

const DUE = { from: '2026-12-01', to: '2026-12-31' };
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
  expect(JSON.parse(answer.text)).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } });
});

test.each([
  ['https://evil.example', 403],
  ['null', 403],
  ['http://localhost:1', 403],
  ['', 403],
])('a message from a page of %j is answered by %i, with a token or without', async (origin, status) => {
  for (const headers of [{}, { Authorization: '' }]) {
    const answer = await send(LIST, { Origin: origin, ...headers });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      status,
      {
        jsonrpc: '2.0',
        id: null,
        error: { code: -32_000, message: 'Messages from pages of other sites are not answered' },
      },
    ]);
  }
});

test('own pages are answered; on one’s own machine no other name of it is', async () => {
  const { publicUrl } = server.services.config;
  const call = (headers: Record<string, string>) =>
    server.app.inject({
      method: 'POST',
      url: '/api/mcp',
      headers: { accept: 'application/json, text/event-stream', authorization: `Bearer ${token}`, ...headers },
      payload: LIST,
    });
  expect((await call({ origin: new URL(publicUrl).origin })).statusCode).toBe(200);
  for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', '192.168.1.5']) {
    expect((await call({ host })).statusCode, host).toBe(200);
  }
  for (const host of ['evil.example', 'localhost.evil.example:3000', '%']) {
    const answer = await call({ host });
    expect([answer.statusCode, answer.json().error.code], host).toEqual([403, -32_000]);
  }
});

test('messages of one person wait for each other, and no other person is refused', async () => {
  const other = await fixture.openCompany(server);
  const one = () => send({ ...LIST, method: 'tools/call', params: { name: 'list_due', arguments: DUE } });
  const many = Array.from({ length: 30 }, one);
  const others = Array.from({ length: 10 }, () => server.call({ url: '/api/acts', token: other.token }));
  expect((await Promise.all(others)).map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
  expect((await Promise.all(many)).map(({ status }) => status)).toEqual(Array(30).fill(200));
}, 60_000);

test.each(['', '.', '..', '%2e', '%2E%2e', '../events', 'a/b', 'x'.repeat(300), '\\', '?closed=true', '#'])(
  'an id like %j makes no other address',
  async (id) => {
    for (const name of ['get_event', 'record_duty_status', 'take_back_status']) {
      const given = { id, itemId: id, dutyId: id, status: 'done', forDate: '2026-10-15' };
      const { properties } = TOOLS.find((tool) => tool.name === name)?.inputSchema ?? { properties: {} };
      const known = Object.fromEntries(Object.entries(given).filter(([key]) => key in properties));
      const answer = await send({ ...LIST, method: 'tools/call', params: { name, arguments: known } });
      expect(answer.text, name).toContain('"isError":true');
      expect(answer.text, name).toContain('Not found');
    }
  },
);

test('schemas say that there are no other arguments, and name one thing alike', () => {
  for (const { name, inputSchema } of TOOLS) {
    expect(inputSchema.additionalProperties, name).toBe(false);
    for (const one of inputSchema.required ?? []) expect(inputSchema.properties, name).toHaveProperty(one);
  }
  for (const name of ['get_obligation', 'record_status']) {
    expect(TOOLS.find((tool) => tool.name === name)?.inputSchema.required, name).toContain('itemId');
  }
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
  // Its batches are not answered, so nobody is told that it is spoken.
  expect(old.text).not.toContain('2025-03-26');
  const batches = await send({
    ...LIST,
    method: 'initialize',
    params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  });
  expect(batches.text).toMatch(/"protocolVersion":"2025-(06-18|11-25)"/);
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
