import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Failure } from '@anupalan/contract/wire/envelope';
import { MEDIA_TYPES } from '@anupalan/contract/wire/media-types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../test/harness.ts';
import { addPerson } from '../test/people.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ pages: true });
});

afterAll(() => server.close());

describe('what the transport refuses carries the envelope', () => {
  const json = { 'content-type': 'application/json' };

  test.each([
    ['an unknown call', { url: '/api/nothing' }, 404, 'Not found'],
    ['a wrong method', { method: 'DELETE', url: '/api/auth/login' }, 404, 'Not found'],
    [
      'an id too long to be one',
      { method: 'PATCH', url: `/api/compliance/data/${'a'.repeat(300)}/status` },
      404,
      'Not found',
    ],
    [
      'plain text',
      { method: 'POST', url: '/api/auth/login', headers: { 'content-type': 'text/plain' }, payload: '{}' },
      415,
      'The content type is not supported',
    ],
    ['a missing file', { url: '/assets/nothing.js' }, 404, 'Not found'],
    ['a malformed address', { url: '/api/%E0%A4%A' }, 400, 'The address could not be read'],
    [
      'malformed JSON',
      { method: 'POST', url: '/api/auth/login', headers: json, payload: '{"email":' },
      400,
      'The request could not be read',
    ],
    [
      'an empty body',
      { method: 'POST', url: '/api/auth/login', headers: json, payload: '' },
      400,
      'The request could not be read',
    ],
    [
      'a prototype in disguise',
      { method: 'POST', url: '/api/auth/login', headers: json, payload: '{"__proto__":{"a":1}}' },
      400,
      'The request could not be read',
    ],
    [
      'a body over 1 MB',
      { method: 'POST', url: '/api/auth/login', headers: json, payload: `"${'x'.repeat(1024 * 1024)}"` },
      413,
      'The request is too large',
    ],
    [
      'another content type',
      { method: 'POST', url: '/api/auth/login', headers: { 'content-type': 'text/csv' }, payload: 'a,b' },
      415,
      'The content type is not supported',
    ],
    [
      'a body that is no object',
      { method: 'POST', url: '/api/auth/login', headers: json, payload: '[1]' },
      400,
      'Invalid email address',
    ],
  ] as const)('%s', async (_, request, status, message) => {
    const response = await server.call(request);
    expect(response.statusCode).toBe(status);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(Failure.parse(response.json())).toMatchObject({ status: 'error', message });
  });

  test('a request line that is no HTTP', async () => {
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    socket.write('NONSENSE\r\n\r\n');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(String(answer).split('\r\n\r\n')[1] ?? '')).toEqual({
      status: 'error',
      message: 'The request could not be read',
    });
    socket.destroy();
  });
});

test('every answer has its request id and strict headers, and says nothing about the server', async () => {
  const { headers } = await server.call({ url: '/api/health/live' });
  expect(headers).toMatchObject({
    'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    'content-security-policy': expect.stringContaining("script-src 'self'; "),
    'strict-transport-security': expect.stringContaining('max-age='),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cache-control': 'no-store',
  });
  expect(headers).not.toHaveProperty('x-powered-by');
});

test('who never finishes sending does not keep the server from stopping', async () => {
  const other = await startTestApp();
  const address = await other.app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.write(
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
  );
  await once(other.app.server, 'request');
  const cut = once(socket, 'close');
  await other.close();
  await cut;
});

test('a value that is sent twice is not what a call asks for', async () => {
  const { token } = await addPerson(server.services, { role: 'admin' });
  const { statusCode } = await server.call({ url: '/api/users?page=1&page=2', token });
  expect(statusCode).toBe(400);
});

test('a request id from outside is not taken over', async () => {
  const { headers } = await server.call({
    url: '/api/health/live',
    headers: { 'request-id': 'mine', 'x-request-id': 'mine' },
  });
  expect(headers['x-request-id']).not.toBe('mine');
});

test('every call that is not public asks for a session first, whatever it was sent', async () => {
  const document = (await server.call({ url: '/api/openapi.json' })).json();
  const guarded = Object.entries<Record<string, { security?: unknown[] }>>(document.paths).flatMap(([path, calls]) =>
    Object.entries(calls).flatMap(([method, call]) => ((call.security?.length ?? 0) > 0 ? [{ method, path }] : [])),
  );
  expect(guarded.length).toBeGreaterThan(6);
  for (const { method, path } of guarded) {
    const url = path.replaceAll(/\{\w+\}/g, 'x');
    const ask = (token?: string) =>
      server.call({ method: method.toUpperCase() as 'GET', url, ...(token && { token }) });
    for (const response of await Promise.all([ask(), ask('not-a-token')])) {
      expect([response.statusCode, response.json()], `${method} ${path}`).toEqual([
        401,
        { status: 'error', message: 'Please sign in to continue' },
      ]);
    }
  }
});

test('the OpenAPI document describes each call with its schemas, and the readable page allows just its own script', async () => {
  const document = (await server.call({ url: '/api/openapi.json' })).json();
  expect(document.openapi).toBe('3.1.0');
  expect(document.paths['/api/compliance/data/{id}/status'].patch).toMatchObject({
    operationId: 'updateStatus',
    tags: ['status-history'],
    description: expect.stringContaining('API tokens need the scope `status-history:write`.'),
    security: [{ bearer: [] }, { apiToken: ['status-history:write'] }],
    requestBody: {
      content: {
        'application/json': { schema: { required: expect.arrayContaining(['userId', 'status', 'forDate']) } },
      },
    },
    responses: { 200: expect.anything() },
  });
  const page = await server.call({ url: '/api/docs/' });
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-/);
});

test.each([
  ['/api/audit-log/export', ['text/csv']],
  ['/api/payments/receipts/{number}', ['application/pdf']],
  ['/api/imports/catalogue/template', [MEDIA_TYPES.xlsx, 'text/csv']],
])('the OpenAPI document says of %s that it answers %j, and fails in JSON', async (path, media) => {
  const { paths, components } = (await server.call({ url: '/api/openapi.json' })).json();
  const { responses } = paths[path].get;
  expect(Object.keys(responses[200].content)).toEqual(media);
  expect(responses.default).toEqual({ $ref: '#/components/responses/Failure' });
  expect(Object.keys(components.responses.Failure.content)).toEqual(['application/json']);
});

test('while the database is away calls answer 503, and come back by themselves', async () => {
  const road = await Road.build();
  const other = await startTestApp({ reroute: (url) => road.lead(url) });
  const ready = () => other.call({ url: '/api/health/ready', expect5xx: true });
  expect((await ready()).statusCode).toBe(200);
  await road.close();
  for (const request of [{ url: '/api/health/ready' }, { url: '/api/users/profile', token: 'any' }]) {
    const response = await other.call({ ...request, expect5xx: true });
    expect([response.statusCode, response.json()]).toEqual([
      503,
      { status: 'error', message: 'The service is temporarily unavailable. Please try again.' },
    ]);
    expect(response.headers['retry-after']).toBe('5');
  }
  expect((await other.call({ url: '/api/health/live' })).statusCode).toBe(200);
  await road.open();
  expect((await ready()).statusCode).toBe(200);
  await other.close();
  await road.close();
});

/** A proxy before PostgreSQL that can be closed and opened again. */
class Road {
  readonly #travellers = new Set<Socket>();
  readonly #gate = createServer((from) => this.#guide(from));
  #target = new URL('postgres://nowhere');
  #port = 0;

  static async build(): Promise<Road> {
    const road = new Road();
    await road.open();
    return road;
  }

  async lead(url: string): Promise<string> {
    this.#target = new URL(url);
    const detour = new URL(url);
    detour.port = String(this.#port);
    return detour.href;
  }

  async open(): Promise<void> {
    this.#gate.listen(this.#port, '127.0.0.1');
    await once(this.#gate, 'listening');
    const address = this.#gate.address();
    if (address !== null && typeof address === 'object') this.#port = address.port;
  }

  async close(): Promise<void> {
    const closed = once(this.#gate, 'close');
    this.#gate.close();
    for (const traveller of this.#travellers) traveller.destroy();
    await closed;
  }

  #guide(from: Socket): void {
    const to = connect(Number(this.#target.port), this.#target.hostname);
    for (const socket of [from, to]) {
      this.#travellers.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        this.#travellers.delete(socket);
        from.destroy();
        to.destroy();
      });
    }
    from.pipe(to).pipe(from);
  }
}
