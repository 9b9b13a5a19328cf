import type { InjectOptions } from 'fastify';

/** Calls that a person on this machine makes. */
export const ON_THIS_MACHINE: readonly (readonly [who: string, request: InjectOptions])[] = [
  ...['localhost:3000', 'localhost', '127.0.0.1:80', '127.1.2.3', '[::1]:3000', 'LOCALHOST'].map(
    (host) => [`the name ${host}`, { headers: { host } }] as const,
  ),
  ...['127.0.0.1', '::1', '::ffff:127.0.0.1'].map((remoteAddress) => [remoteAddress, { remoteAddress }] as const),
  ['a page of its own', { headers: { 'sec-fetch-site': 'same-origin' } }],
  ['the address bar', { headers: { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' } }],
];

/** Calls that only look as if a person on this machine made them. */
export const FROM_ELSEWHERE: readonly (readonly [who: string, request: InjectOptions])[] = [
  ['another machine', { remoteAddress: '203.0.113.7' }],
  ['a neighbour', { remoteAddress: '192.168.1.7' }],
  ['a name that was pointed here', { headers: { host: 'anupalan.example.in' } }],
  ['a name that begins like this machine', { headers: { host: '127.0.0.1.example.in' } }],
  ['a name that hides behind a user', { headers: { host: 'localhost@example.in' } }],
  ['a name with a user', { headers: { host: 'user@localhost' } }],
  ['no name', { headers: { host: ':3000' } }],
  ['a proxy (X-Forwarded-For)', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
  ['a proxy (X-Forwarded-Host)', { headers: { 'x-forwarded-host': 'localhost' } }],
  ['a proxy (X-Forwarded-Proto)', { headers: { 'X-Forwarded-Proto': 'http' } }],
  ['a proxy (Forwarded)', { headers: { forwarded: 'for=127.0.0.1' } }],
  ['a proxy (X-Real-IP)', { headers: { 'x-real-ip': '127.0.0.1' } }],
  ['a proxy (Via)', { headers: { via: '1.1 proxy' } }],
  ["another site's page", { headers: { 'sec-fetch-site': 'cross-site' } }],
  ['a page at another port', { headers: { 'sec-fetch-site': 'same-site' } }],
];
