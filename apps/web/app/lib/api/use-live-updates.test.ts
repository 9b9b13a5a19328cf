import { expect, test } from 'vitest';
import type { LiveNews } from './live-connection.ts';
import { isAbout } from './use-live-updates.ts';

const OF_A: LiveNews = { type: 'changed', kind: 'tracker', company: 'a' };

test.each([
  ['its own company', OF_A, 'a', true],
  ['another company', OF_A, 'b', false],
  ['any company, with the default one, which may be it', OF_A, '', true],
  ['all companies', { type: 'changed', kind: 'catalogue' }, 'b', true],
  ['a lost connection', { type: 'lost' }, 'b', true],
  ['an opened connection', { type: 'opened' }, 'b', true],
] satisfies [string, LiveNews, string, boolean][])('news of %s', (_, news, company, isMeant) => {
  expect(isAbout(news, company)).toBe(isMeant);
});
