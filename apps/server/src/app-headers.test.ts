import { once } from 'node:events';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Failure } from '@anupalan/contract/wire/envelope';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../test/harness.ts';
import { addPerson, type Person } from '../test/people.ts';

let server: TestApp;
let admin: Person;
let port: number;

beforeAll(async () => {
  server = await startTestApp({ pages: true });
  admin = await addPerson(server.services, { role: 'admin' });
  port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port);
});

afterAll(() => server.close());

const STRICT = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'content-security-policy': expect.stringMatching(/object-src 'none'; base-uri 'none'; .*frame-ancestors 'none'$/),
};

describe('every answer is strict about transport, type, frames and sources', () => {
  const json = { 'content-type': 'application/json' };

  test.each<[string, InjectOptions, number]>([
    ['a health call', { url: '/api/health/live' }, 200],
    ['a signed-in call', { url: '/api/users/profile' }, 200],
    ['an export', { url: '/api/audit-log/export' }, 200],
    ['the document', { url: '/api/openapi.json' }, 200],
    ['the readable page', { url: '/api/docs' }, 200],
    ['a call without a session', { url: '/api/users', headers: { authorization: '' } }, 401],
    ['a call with faults', { method: 'POST', url: '/api/auth/login', headers: json, payload: '{}' }, 400],
    ['malformed JSON', { method: 'POST', url: '/api/auth/login', headers: json, payload: '{' }, 400],
    ['a malformed address', { url: '/api/%E0%A4%A' }, 400],
    ['an id too long to be one', { method: 'PUT', url: `/api/acts/${'a'.repeat(300)}` }, 404],
    ['an unknown call', { url: '/api/nothing' }, 404],
    ['a missing file', { url: '/assets/nothing.js' }, 404],
    ['a method that no call has', { method: 'OPTIONS', url: '/api/users' }, 404],
  ])('%s', async (_, request, status) => {
    const response = await server.call({
      ...request,
      headers: { authorization: `Bearer ${admin.token}`, ...request.headers },
    });
    expect(response.statusCode).toBe(status);
    expect(response.headers).toMatchObject(STRICT);
  });

  const head = 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\n';

  test.each([
    ['a request line that is no HTTP', 'NONSENSE\r\n\r\n', 400],
    ['two lengths', `${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400],
    ['a length and chunks', `${head}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`, 400],
    ['an expectation', `${head}Expect: the-impossible\r\nContent-Length: 2\r\n\r\n{}`, 417],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
    ['chunk extensions without end', `${head}Transfer-Encoding: chunked\r\n\r\n2;${'x'.repeat(20_000)}\r\n{}\r\n`, 413],
    ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ])('%s', async (_, sent, status) => {
    expectRefusal(await sendRaw(sent), status);
  });

  test('a body that isn’t there in the time of its call, which is longer for a company’s file', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const begin = (path: string) => sendRaw(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{`);
    const late = (ms: number) =>
      vi.waitUntil(() => timers.mock.calls.find(([, after]) => after === ms)?.[0] as (() => void) | undefined);
    for (const [path, ms] of [
      ['/api/auth/login', 120_000],
      ['/api/imports/company', 7_200_000],
    ] as const) {
      const answering = begin(path);
      (await late(ms))();
      expect(await answering).toContain('HTTP/1.1 408 Request Timeout');
    }
    timers.mockRestore();
  });

  test('a request that takes too long', async () => {
    const accepted = once(server.app.server, 'connection');
    const answering = sendRaw(head);
    const [socket] = await accepted;
    const tooLong = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.app.server.emit('clientError', tooLong, socket);
    expectRefusal(await answering, 408);
  });
});

describe('signed-in answers are kept by nothing on their way', () => {
  test.each([
    '/api/users/profile',
    '/api/companies/profile',
    '/api/compliance/data',
    '/api/acts',
    '/api/users',
    '/api/hr-format',
    '/api/audit-log',
    '/api/audit-log/export',
    '/api/payments',
    '/api/contact/messages',
  ])('%s', async (url) => {
    const { statusCode, headers } = await server.call({ url, token: admin.token });
    expect([url, statusCode, headers['cache-control']]).toEqual([url, 200, 'no-store']);
  });

  test.each(['/api/compliance/data', '/api/users/profile'])(
    'who has an answer hears by its tag that it still holds, and nothing of a content: %s (R-api-7)',
    async (url) => {
      const premium = await addPerson(server.services, { role: 'premium' });
      const { token } = premium;
      const { headers } = await server.call({ url, token });
      for (const [method, known] of [
        ['GET', headers.etag],
        ['GET', `"x", W/${String(headers.etag).replace(/^W\//, '')}`],
        ['HEAD', headers.etag],
      ] as const) {
        const again = await server.call({ method, url, token, headers: { 'if-none-match': String(known) } });
        expect([again.statusCode, again.body, again.headers['cache-control']]).toEqual([304, '', 'no-store']);
        expect(again.headers.etag).toBe(headers.etag);
        expect(Object.keys(again.headers).filter((name) => /^(content-(type|length)|transfer)/.test(name))).toEqual([]);
      }
    },
  );

  test.each<[string, InjectOptions, number]>([
    ['refused', { url: '/api/nothing' }, 404],
    ['done', { method: 'POST', url: '/api/auth/logout' }, 200],
  ])('what is %s has no tag (R-api-7)', async (_, request, status) => {
    const { token } = await addPerson(server.services);
    const { statusCode, headers } = await server.call({ ...request, token, headers: { 'if-none-match': '*' } });
    expect([statusCode, headers.etag]).toEqual([status, undefined]);
  });

  test('signing out clears what the browser has cached', async () => {
    const { token } = await addPerson(server.services);
    const { headers } = await server.call({ method: 'POST', url: '/api/auth/logout', token });
    expect(headers).toMatchObject({ 'clear-site-data': '"cache"', 'cache-control': 'no-store' });
  });
});

test('no other site reads an answer, whatever it says that it is', async () => {
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'PUT' };
  for (const method of ['GET', 'OPTIONS'] as const) {
    const response = await server.call({ method, url: '/api/users/profile', token: admin.token, headers });
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

test.each([
  ['/api/audit-log/export', 'text/csv; charset=utf-8'],
  ['/api/users/profile', 'application/json; charset=utf-8'],
  ['/api/openapi.json', 'application/json; charset=utf-8'],
  ['/api/docs', 'text/html; charset=utf-8'],
])('%s says what it is, with its charset: %s', async (url, type) => {
  expect((await server.call({ url, token: admin.token })).headers['content-type']).toBe(type);
});

test.each(['GET', 'HEAD'] as const)('a 304 of a file has no encoding: %s', async (method) => {
  const url = '/favicon.svg';
  const { headers } = await server.call({ url });
  const known = { 'if-none-match': String(headers.etag), 'accept-encoding': 'gzip' };
  const again = await server.call({ method, url, headers: known });
  expect([again.statusCode, again.headers['content-encoding']]).toEqual([304, undefined]);
});

describe('the documentation', () => {
  test('is made once, compressed, and asked for by its tag', async () => {
    const plain = await server.call({ url: '/api/openapi.json' });
    const packed = await server.call({ url: '/api/openapi.json', headers: { 'accept-encoding': 'gzip, deflate, br' } });
    const gzipped = await server.call({ url: '/api/openapi.json', headers: { 'accept-encoding': 'gzip, br;q=0' } });
    expect(packed.headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'Accept-Encoding',
      'cache-control': 'public, no-cache',
    });
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
    expect(gunzipSync(gzipped.rawPayload).toString()).toBe(plain.body);
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
    for (const url of ['/api/openapi.json', '/api/docs', '/api/docs/']) {
      const { etag } = (await server.call({ url })).headers;
      for (const method of ['GET', 'HEAD'] as const) {
        const again = await server.call({ method, url, headers: { 'if-none-match': String(etag) } });
        expect([again.statusCode, again.body]).toEqual([304, '']);
      }
    }
  });

  test('has a script that browsers keep for a year, under a name that changes with it', async () => {
    const page = await server.call({ url: '/api/docs' });
    const [, url = ''] = /<script src="(\/api\/docs\/reference-[\da-f]{16}\.js)"/.exec(page.body) ?? [];
    const script = await server.call({ url, headers: { 'accept-encoding': 'br' } });
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(brotliDecompressSync(script.rawPayload).length).toBeGreaterThan(1_000_000);
    expect((await server.call({ url: '/api/docs/reference-0123456789abcdef.js' })).statusCode).toBe(404);
  });

  test('can be switched off', async () => {
    const closed = await startTestApp({ env: { API_DOCS: 'off' } });
    for (const url of ['/api/openapi.json', '/api/docs', '/api/docs/']) {
      expect((await closed.call({ url })).statusCode).toBe(404);
    }
    expect((await closed.call({ url: '/api/health/live' })).statusCode).toBe(200);
    await closed.close();
  });
});

/** Sends bytes as they are. @returns all that comes back until the server closes the connection */
async function sendRaw(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const parts: Buffer[] = [];
  socket.on('data', (part) => parts.push(Buffer.from(part)));
  // A server that closes early may reset what is still being sent.
  socket.on('error', () => {});
  socket.write(bytes);
  await once(socket, 'close');
  return Buffer.concat(parts).toString();
}

function expectRefusal(answer: string, status: number): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  expect(line).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  const headers = Object.fromEntries(
    lines.map((each) => [each.slice(0, each.indexOf(':')).toLowerCase(), each.slice(each.indexOf(':') + 2)]),
  );
  expect(headers).toMatchObject({
    ...STRICT,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
  });
  expect(Failure.parse(JSON.parse(body))).toMatchObject({ status: 'error' });
}
