import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { signCall } from '../apps/server/src/features/webhooks/sign-call.ts';
import { isGenuine, receiveWebhooks } from '../docs/examples/receive-webhook.mjs';

/*
 * The example of docs/webhooks.md, which receives what this server sends.
 */

const DOCS = path.join(import.meta.dirname, '../docs');

const KEYS = [randomBytes(32), randomBytes(32)] as const;
const [SECRET, FORMER] = KEYS.map((key) => `whsec_${key.toString('base64')}`);

const CALL = {
  id: '0199f000-0000-7000-8000-000000000001',
  event: 'status.recorded',
  data: { companyId: 'c', itemId: 'ё' },
  happened_at: new Date('2026-11-23T02:00:00Z'),
} as const;

afterEach(() => vi.useRealTimers());

test('the page shows the file', () => {
  const example = readFileSync(path.join(DOCS, 'examples/receive-webhook.mjs'), 'utf8');
  expect(readFileSync(path.join(DOCS, 'webhooks.md'), 'utf8')).toContain(`\`\`\`js\n${example}\`\`\``);
});

test('takes what is signed, with either secret, and nothing else', () => {
  const { headers, body } = signCall(CALL, KEYS);
  for (const secret of [SECRET, FORMER]) expect(isGenuine(secret, headers, body)).toBe(true);
  expect(isGenuine(`whsec_${randomBytes(32).toString('base64')}`, headers, body)).toBe(false);
  expect(isGenuine(SECRET, headers, `${body} `)).toBe(false);
  for (const changed of [
    { 'webhook-id': 'msg_other' },
    { 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) },
    { 'webhook-timestamp': 'soon' },
    { 'webhook-signature': '' },
    { 'webhook-signature': 'v1,' },
  ]) {
    expect(isGenuine(SECRET, { ...headers, ...changed }, body)).toBe(false);
  }
});

test('takes nothing that is older than five minutes', () => {
  const { headers, body } = signCall(CALL, KEYS);
  vi.useFakeTimers({ now: Date.now() + 301_000 });
  expect(isGenuine(SECRET, headers, body)).toBe(false);
});

test('hands over once what came twice', async () => {
  const handle = vi.fn();
  const server = receiveWebhooks(SECRET, handle);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const { headers, body } = signCall(CALL, KEYS);
  const send = async (changes = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { ...headers, ...changes },
      body,
    });
    return response.status;
  };
  expect([await send(), await send(), await send({ 'webhook-id': 'msg_forged' })]).toEqual([204, 204, 401]);
  expect(handle.mock.calls).toEqual([
    [{ type: 'status.recorded', timestamp: '2026-11-23T02:00:00.000Z', data: CALL.data }],
  ]);
  server.close();
  server.closeAllConnections();
});
