import { expect, test } from 'vitest';
import { toFirstScreen } from './make-first-screen.ts';

const PAGE =
  '<html><head><link rel="modulepreload" href="/assets/base-1.js"/></head><body>' +
  '<script type="module" async="">import("/assets/entry.client-1.js")</script></body></html>';

test('what starts the application is held, and what draws the first screen loads with all that it imports', () => {
  expect(toFirstScreen(PAGE, ['first-screen-1.js', 'core-1.js'])).toBe(
    '<html><head><link data-rel="modulepreload" href="/assets/base-1.js"/>' +
      '<link rel="modulepreload" href="/assets/first-screen-1.js"/><link rel="modulepreload" href="/assets/core-1.js"/>' +
      '<script type="module" async="" src="/assets/core-1.js"></script>' +
      '<script type="module" async="" src="/assets/first-screen-1.js"></script></head><body>' +
      '<script type="text/plain" data-application="">import("/assets/entry.client-1.js")</script></body></html>',
  );
});

test('a page that starts the application in another way is refused', () => {
  expect(() => toFirstScreen('<html><head></head></html>', ['first-screen-1.js'])).toThrow('apps/web/first-screen');
});
