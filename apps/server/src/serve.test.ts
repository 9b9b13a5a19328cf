import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Call } from '@anupalan/contract/wire/call';
import { ACTIONS, canCall, isDecidedLater } from '@anupalan/domain/permissions';
import type { Actor } from '@anupalan/domain/permissions/actor';
import { refusalOf } from '@anupalan/domain/permissions/refusals';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccount, PASSWORD } from '../test/accounts.ts';
import { startTestApp, type TestApp } from '../test/harness.ts';
import { beginSession } from './identity/sessions.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const CONTRACT = globSync('packages/contract/src/**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] });
const MODULES = await Promise.all(
  CONTRACT.map((file) => import(pathToFileURL(path.join(ROOT, file)).href) as Promise<Record<string, unknown>>),
);
const CALLS = MODULES.flatMap((module) =>
  Object.entries(module).flatMap(([name, value]) => (isCall(value) ? [{ name, call: value }] : [])),
);

const NEW_PASSWORD = 'Another-horse-9';

/** Bodies for calls that check their form before they check the permission. */
const BODIES: Readonly<Record<string, object>> = {
  addState: { state: 'Goa' },
  upgradePlan: { plan: 'premium' },
  createOrder: { amount: 3999 },
  reauthenticate: { password: PASSWORD },
  eraseOwnAccount: { password: PASSWORD },
  changeOwnPassword: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD },
  addPasskey: {
    name: 'Laptop',
    response: { id: 'A', rawId: 'A', type: 'public-key', response: { clientDataJSON: 'A', attestationObject: 'A' } },
  },
  renamePasskey: { name: 'Laptop' },
};

const CALLERS = ['free', 'premium', 'administrator', 'impersonator'] as const;

type Caller = (typeof CALLERS)[number];
type SignedIn = { actor: Actor; token: string };

const people: Partial<Record<Caller, SignedIn>> = {};
let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

test('every call of the contract is served', () => {
  expect(CALLS.length).toBeGreaterThan(75);
  for (const { name, call } of CALLS) {
    expect(server.app.hasRoute({ method: call.method, url: `/api${call.path}` }), name).toBe(true);
  }
});

describe('who may make a call', () => {
  test.each(CALLS.filter(({ call }) => call.access === 'public'))('$name: everybody', async ({ name, call }) => {
    const { status, message } = await make(name, call);
    expect(status).not.toBe(403);
    expect(message).not.toBe('Please sign in to continue');
  });

  test.each(CALLS.flatMap(({ name, call }) => (call.access === 'public' ? [] : [{ name, call, action: call.access }])))(
    '$name: $action',
    async ({ name, call, action }) => {
      expect(await make(name, call)).toEqual({ status: 401, message: 'Please sign in to continue' });
      for (const caller of CALLERS) {
        people[caller] ??= await signIn(caller);
        const { actor, token } = people[caller];
        const answer = await make(name, call, token);
        // The caller is made anew after a write that succeeded: some calls end sessions, others change who one is.
        if (call.method !== 'GET' && answer.status < 400) delete people[caller];
        if (!canCall(actor, action)) {
          expect(answer, caller).toEqual({ status: 403, message: refusalOf(actor, action) });
        } else {
          expect(isDecidedLater(action) ? [401] : [401, 403], caller).not.toContain(answer.status);
        }
      }
    },
  );
});

describe('no rule is without a use', () => {
  const read = (pattern: string) =>
    globSync(pattern, { cwd: ROOT, exclude: ['**/*.test.ts'] })
      .map((file) => readFileSync(path.join(ROOT, file), 'utf8'))
      .join('\n');
  const asked = read('apps/server/src/**/*.ts');
  const named = new Set(CALLS.map(({ call }) => call.access));

  test.each(ACTIONS.filter(isDecidedLater))('%s is asked on the server', (action) => {
    expect(asked).toContain(`'${action}'`);
  });

  test.each(ACTIONS.filter((action) => !isDecidedLater(action)))('%s is named by a call or asked', (action) => {
    expect(named.has(action) || asked.includes(`'${action}'`)).toBe(true);
  });
});

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'access' in value && 'method' in value && 'path' in value;
}

async function signIn(caller: Caller): Promise<SignedIn> {
  const { services } = server;
  const role = { free: 'user', premium: 'premium', administrator: 'admin', impersonator: 'user' } as const;
  const { userId, token } = await addAccount(server, { role: role[caller] });
  const plan = caller === 'premium' || caller === 'administrator' ? 'premium' : 'free';
  const actor: Actor = { userId, role: role[caller], impersonating: caller === 'impersonator', member: 'owner', plan };
  if (!actor.impersonating) return { actor, token };
  const administrator = await addAccount(server, { role: 'admin' });
  const of = { userId, device: 'test', impersonatorId: administrator.userId };
  return { actor, token: await beginSession(services.database.db, of) };
}

/** Makes a call about a thing that doesn't exist. */
async function make(name: string, call: Call, token?: string): Promise<{ status: number; message?: string }> {
  const url = `/api${call.path.replaceAll(/:(\w+)/g, (_, parameter) => fillIn(parameter))}`;
  // The answer is read as a stream, since one of the calls answers without an end.
  const response = await server.call({
    method: call.method,
    url,
    ...(call.body && !call.upload && { payload: BODIES[name] ?? {} }),
    ...(token && { token }),
    payloadAsStream: true,
    expect5xx: true,
  });
  const status = response.statusCode;
  if (status < 400) {
    response.stream().destroy();
    return { status };
  }
  const chunks: Buffer[] = await response.stream().toArray();
  return { status, message: JSON.parse(Buffer.concat(chunks).toString()).message };
}

function fillIn(parameter: string): string {
  if (parameter === 'orderId') return `order_${'0'.repeat(32)}`;
  if (parameter === 'number') return '1';
  return '0199f000-0000-7000-8000-000000000000';
}
