import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Call } from '@anupalan/contract/wire/call';
import { ACTIONS, isDecidedLater } from '@anupalan/domain/permissions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../test/harness.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const CONTRACT = globSync('packages/contract/src/**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] });
const MODULES = await Promise.all(
  CONTRACT.map((file) => import(pathToFileURL(path.join(ROOT, file)).href) as Promise<Record<string, unknown>>),
);
const CALLS = MODULES.flatMap((module) => Object.values(module).filter(isCall));

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ pages: true });
});

afterAll(() => server.close());

test('every call of the contract is served', () => {
  expect(CALLS.length).toBeGreaterThan(75);
  for (const call of CALLS) {
    expect(server.app.hasRoute({ method: call.method, url: `/api${call.path}` }), `${call.method} ${call.path}`).toBe(
      true,
    );
  }
});

describe('no rule is without a use', () => {
  const read = (pattern: string) =>
    globSync(pattern, { cwd: ROOT, exclude: ['**/*.test.ts'] })
      .map((file) => readFileSync(path.join(ROOT, file), 'utf8'))
      .join('\n');
  const asked = read('apps/server/src/**/*.ts');
  const named = new Set(CALLS.map(({ access }) => access));

  test.each(ACTIONS.filter(isDecidedLater))('%s is asked on the server', (action) => {
    expect(asked.includes(`'${action}'`)).toBe(true);
  });

  test.each(ACTIONS.filter((action) => !isDecidedLater(action)))('%s is named by a call or asked', (action) => {
    expect(named.has(action) || asked.includes(`'${action}'`)).toBe(true);
  });
});

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'access' in value && 'method' in value && 'path' in value;
}
