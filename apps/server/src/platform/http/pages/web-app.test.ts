import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyRequest } from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { handleErrors } from '../error-handler.ts';
import { sendStrictHeaders } from '../headers.ts';
import { serveWebApp } from './web-app.ts';

const build = mkdtempSync(path.join(tmpdir(), 'anupalan-web-'));
const folder = path.join(build, 'client');
const files = {
  'addresses.json': '["/","/dashboard","/login","/pay","/mailbox"]',
  'client/index.html': '<h1>Home</h1><a href="mailto:__HELP__">__HELP__</a><script>hello()</script>',
  'client/login/index.html': '<h1>Login</h1>',
  'client/pay/index.html': '<h1>Pay</h1>',
  'client/mailbox/index.html': '<h1>Mailbox</h1>',
  'client/not-found/index.html': '<h1>Page not found</h1>',
  'client/__spa-fallback.html': '<div id="shell"></div>',
  'client/favicon.svg': '<svg/>',
  'client/assets/app-4f2a.js': 'go()',
  'client/assets/app-4f2a.js.br': 'go() compressed',
  'secret.txt': 'secret',
};
for (const [name, content] of Object.entries(files)) {
  mkdirSync(path.dirname(path.join(build, name)), { recursive: true });
  writeFileSync(path.join(build, name), content);
}
const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
handleErrors(app);
await sendStrictHeaders(app);
const onlyHere = (request: FastifyRequest) => request.headers.host === 'localhost';
await serveWebApp(app, folder, {
  told: { __HELP__: '"><script>&$1' },
  also: { '/pay': { 'script-src': ['https://sdk.example.com'] } },
  guards: { '/mailbox': onlyHere },
});

afterAll(async () => {
  await app.close();
  rmSync(build, { recursive: true });
});

describe('each address is what it is', () => {
  test.each([
    ['/', 200, 'Home'],
    ['/login', 200, 'Login'],
    ['/login/', 200, 'Login'],
    ['/login?from=mail', 200, 'Login'],
    ['/dashboard', 200, 'shell'],
    ['/no/such/page', 404, 'Page not found'],
    ['/not-found', 404, 'Page not found'],
    ['/assets/app-4f2a.js', 200, 'go()'],
    ['/assets/gone.js', 404, 'Not found'],
    ['/index.html', 404, 'Not found'],
    ['/api/nothing', 404, 'Not found'],
    ['/.well-known/nothing', 404, '"message":"Not found"'],
    ['/.well-known/oauth-authorization-server/api/mcp', 404, '"message":"Not found"'],
    ['/../secret.txt', 404, 'Not found'],
    ['/%2e%2e/secret.txt', 404, 'Not found'],
    ['/assets/..%2f..%2fsecret.txt', 404, 'Not found'],
  ])('%s', async (url, status, content) => {
    const response = await app.inject({ url });
    expect([response.statusCode, response.body]).toEqual([status, expect.stringContaining(content)]);
  });
});

test('a page for some is no page to others', async () => {
  const open = (host: string) => app.inject({ url: '/mailbox', headers: { host } });
  expect((await open('localhost')).body).toContain('Mailbox');
  const response = await open('anupalan.example.in');
  expect([response.statusCode, response.json().message]).toEqual([404, 'Not found']);
});

test('a page allows its own inline scripts and no others', async () => {
  const policies = await Promise.all(
    ['/', '/login'].map(async (url) => (await app.inject({ url })).headers['content-security-policy']),
  );
  expect(policies).toEqual([
    expect.stringMatching(/script-src 'self' 'sha256-[^']+';/),
    expect.stringContaining("script-src 'self';"),
  ]);
});

test('only the page that works with a service elsewhere allows it', async () => {
  const policies = await Promise.all(
    ['/', '/dashboard', '/pay', '/no/such/page'].map(async (url) => {
      const { headers } = await app.inject({ url });
      return String(headers['content-security-policy']).includes('https://sdk.example.com');
    }),
  );
  expect(policies).toEqual([false, false, true, false]);
});

describe('a file of the application has the strict headers that count for one, and no others', () => {
  test.each([
    ['/assets/app-4f2a.js', ['content-encoding']],
    ['/favicon.svg', []],
  ])('%s', async (url, more) => {
    const { headers } = await app.inject({ url, headers: { 'accept-encoding': 'br' } });
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    const ofAnyFile = ['cache-control', 'connection', 'content-length', 'content-type', 'date', 'etag', 'vary'];
    const strict = [
      'content-security-policy',
      'cross-origin-resource-policy',
      'strict-transport-security',
      'x-content-type-options',
    ];
    expect(Object.keys(headers).sort()).toEqual([...ofAnyFile, ...strict, ...more].sort());
  });

  test('a page has all of them', async () => {
    const { headers } = await app.inject({ url: '/login' });
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'x-request-id': expect.any(String),
    });
  });
});

test('a picture says that it is text, and in which charset', async () => {
  const { headers } = await app.inject({ url: '/favicon.svg' });
  expect(headers['content-type']).toBe('image/svg+xml; charset=utf-8');
});

test('an asset goes out as its build compressed it, to those who can read that', async () => {
  const url = '/assets/app-4f2a.js';
  const { headers, body } = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
  expect([headers['content-encoding'], body]).toEqual(['br', 'go() compressed']);
  expect(headers['content-type']).toContain('javascript');
  expect((await app.inject({ url })).body).toBe('go()');
});

test('an unchanged page is 304; files named by their content are kept for a year', async () => {
  const page = await app.inject({ url: '/' });
  expect(page.headers['cache-control']).toBe('no-cache');
  for (const method of ['GET', 'HEAD'] as const) {
    const again = await app.inject({ method, url: '/', headers: { 'if-none-match': String(page.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  }
  const asset = await app.inject({ url: '/assets/app-4f2a.js' });
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await app.inject({ url: '/favicon.svg' })).headers['cache-control']).toBe('public, max-age=3600');
});

test('what differs between installations stands in the page, escaped, and gives it another ETag', async () => {
  const page = await app.inject({ url: '/' });
  const told = '&#34;&#62;&#60;script&#62;&#38;$1';
  expect(page.body).toContain(`<a href="mailto:${told}">${told}</a>`);
  await using other = Fastify();
  await serveWebApp(other, folder, { told: { __HELP__: 'help@example.in' } });
  const elsewhere = await other.inject({ url: '/' });
  expect(elsewhere.body).toContain('<a href="mailto:help@example.in">help@example.in</a>');
  expect(elsewhere.headers.etag).not.toBe(page.headers.etag);
  expect(elsewhere.headers['content-security-policy']).toBe(page.headers['content-security-policy']);
  const compressed = await other.inject({ url: '/', headers: { 'if-none-match': String(page.headers.etag) } });
  expect([compressed.statusCode, compressed.body]).toEqual([200, elsewhere.body]);
});
