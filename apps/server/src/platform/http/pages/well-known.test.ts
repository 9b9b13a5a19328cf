import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { serveWellKnown } from './well-known.ts';

const app = Fastify();
serveWellKnown(app, {
  publicUrl: 'https://compliance.example.in',
  supportEmail: 'help@example.in',
  now: () => Temporal.Instant.from('2026-11-28T09:30:00Z'),
});

afterAll(() => app.close());

test('security.txt names who to write to and expires within a year', async () => {
  const { headers, body } = await app.inject({ url: '/.well-known/security.txt' });
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body.trim().split('\n')).toEqual([
    'Contact: mailto:help@example.in',
    'Contact: https://compliance.example.in/contact',
    'Expires: 2027-05-26T18:30:00Z',
    'Preferred-Languages: en, hi',
    'Canonical: https://compliance.example.in/.well-known/security.txt',
  ]);
});

test('robots.txt allows public pages and what they load, and nothing else', async () => {
  const { body } = await app.inject({ url: '/robots.txt' });
  const lines = body.trim().split('\n');
  expect(lines).toContain('Allow: /plans$');
  expect(lines).toContain('Allow: /assets/');
  expect(lines.at(-1)).toBe('Disallow: /');
  expect(body).not.toMatch(/dashboard|company|profile|api/);
});

test('a password manager is led to the form for a new password', async () => {
  const { statusCode, headers } = await app.inject({ url: '/.well-known/change-password' });
  expect([statusCode, headers.location]).toEqual([302, '/profile#change-password']);
});
