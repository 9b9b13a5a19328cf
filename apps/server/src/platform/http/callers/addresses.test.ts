import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { addressKey, addressKeys, cleanForwarded, readForwardedAddresses, widerKeys } from './addresses.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key);
});

test('an IPv6 address counts under its /64 and its /48, any other under itself', () => {
  expect(addressKeys('2001:db8:1:2::9')).toEqual(['2001:db8:1:2::/64', '2001:db8:1::/48']);
  expect(widerKeys('2001:db8:1:2::/64')).toEqual(['2001:db8:1:2::/64', '2001:db8:1::/48']);
  for (const ip of ['203.0.113.7', '::ffff:203.0.113.7']) expect(addressKeys(ip)).toEqual(['203.0.113.7']);
  for (const key of ['203.0.113.7', 'unknown', '']) expect(widerKeys(key)).toEqual([key]);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:20001', '203.0.113.7'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['"[2001:db8::1]:443"', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['198.51.100.1, 203.0.113.7:80', '198.51.100.1, 203.0.113.7'],
  ['198.51.100.1, junk, 203.0.113.7', '203.0.113.7'],
  ['198.51.100.1, unknown', ''],
  ['junk7', ''],
  ['203.0.113.7:99999999', ''],
  ['203.0.113.7.8', ''],
  ['', ''],
  [`${'['.repeat(8_000)}`, ''],
])('of X-Forwarded-For %j the addresses are %j', (said, addresses) => {
  expect(cleanForwarded(said)).toBe(addresses);
});

test.each([
  ['203.0.113.7:20001', '203.0.113.7'],
  ['junk7', '127.0.0.1'],
  ['203.0.113.7, junk7', '127.0.0.1'],
])('behind one proxy a request with X-Forwarded-For %j is from %s', async (said, ip) => {
  const app = Fastify({ trustProxy: (_address, hop) => hop === 0 });
  readForwardedAddresses(app);
  app.get('/', async (request) => request.ip);
  expect((await app.inject({ url: '/', headers: { 'x-forwarded-for': said } })).body).toBe(ip);
  await app.close();
});
