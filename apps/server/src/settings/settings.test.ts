import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Registration } from '@anupalan/contract/auth';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { newPassword } from './readers.mjs';
import { readSettings, SECRETS, SETTINGS } from './settings.mjs';

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://compliance.example.in',
  SMTP_URL: 'smtps://user:password@mail.example.in:465',
};

test('production as README deploys it is accepted', () => {
  expect(readSettings(PRODUCTION).faults).toEqual([]);
});

describe('production speaks nothing in clear over a network: one line that names the variable', () => {
  test.each<[Record<string, string>, string]>([
    [
      { PUBLIC_URL: 'http://compliance.example.in' },
      'PUBLIC_URL must start with https:// with NODE_ENV=production, for example PUBLIC_URL=https://compliance.example.in',
    ],
    [
      { PUBLIC_URL: '' },
      'PUBLIC_URL must start with https:// with NODE_ENV=production, for example PUBLIC_URL=https://compliance.example.in',
    ],
    [
      { CASHFREE_API_URL: 'http://sandbox.cashfree.com/pg' },
      'CASHFREE_API_URL must start with https:// with NODE_ENV=production, for example CASHFREE_API_URL=https://api.cashfree.com/pg',
    ],
    ...[
      'postgres://user:password@db.example.in/anupalan',
      'postgres://user:password@10.0.0.5/anupalan?sslmode=require',
      'postgres://user:password@db.example.in/anupalan?sslmode=verify-full&sslmode=disable',
      'postgres://user:password@localhost/anupalan?host=db.example.in',
      'postgres://user:password@127.0.0.1.example.in/anupalan?sslmode=disable',
    ].map((url): [Record<string, string>, string] => [
      { DATABASE_URL: url },
      'DATABASE_URL must have sslmode=verify-full with NODE_ENV=production, since its server is not on this machine, for example DATABASE_URL=postgres://user:password@host:5432/anupalan?sslmode=verify-full',
    ]),
    [
      { DATABASE_URL: 'postgres://user@localhost/anupalan', DATABASE_OWNER_URL: 'postgres://owner@db.example.in/a' },
      'DATABASE_OWNER_URL must have sslmode=verify-full with NODE_ENV=production, since its server is not on this machine, for example DATABASE_OWNER_URL=postgres://owner:password@host:5432/anupalan?sslmode=verify-full',
    ],
    [
      { DATABASE_URL: 'postgres://user@localhost/anupalan', DATABASE_DIRECT_URL: 'postgres://user@db.example.in/a' },
      'DATABASE_DIRECT_URL must have sslmode=verify-full with NODE_ENV=production, since its server is not on this machine, for example DATABASE_DIRECT_URL=postgres://user:password@host:5432/anupalan?sslmode=verify-full',
    ],
    ...['ignoreTLS=true', 'requireTLS=false', 'secure=false', 'tls.rejectUnauthorized=false'].map(
      (parameter): [Record<string, string>, string] => [
        { SMTP_URL: `smtp://mail.example.in:587?${parameter}` },
        `SMTP_URL must not change its TLS by ?${parameter.split('=')[0]}= with NODE_ENV=production, for example SMTP_URL=smtps://user:password@mail.example.in:465`,
      ],
    ),
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://traces.example.in:4318' },
      'OTEL_EXPORTER_OTLP_ENDPOINT must start with https:// with NODE_ENV=production, for example OTEL_EXPORTER_OTLP_ENDPOINT=https://traces.example.in:4318',
    ],
    [
      { SUPER_OTP: '123456' },
      'SUPER_OTP must not be set with NODE_ENV=production: remove it, for example with `unset SUPER_OTP`',
    ],
  ])('%j', (env, line) => {
    expect(readSettings({ ...PRODUCTION, ...env }).faults).toEqual([line]);
  });
});

test.each([
  { DATABASE_URL: 'postgres://user:password@db.example.in/anupalan?sslmode=verify-full' },
  { DATABASE_URL: 'postgres://user:password@127.0.0.1:5432/anupalan' },
  { DATABASE_URL: 'postgres://user@%2Fvar%2Frun%2Fpostgresql/anupalan' },
  { DATABASE_URL: 'postgres:///anupalan?host=/var/run/postgresql' },
  { SMTP_URL: 'smtp://mail.example.in:587' },
  { SMTP_URL: 'smtp://localhost:25?ignoreTLS=true' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' },
  { CASHFREE_API_URL: 'https://sandbox.cashfree.com/pg' },
])('production accepts %j', (env) => {
  expect(readSettings({ ...PRODUCTION, ...env }).faults).toEqual([]);
});

test.each([
  ['smtp://mail.example.in', PRODUCTION, true],
  ['smtp://mail.example.in', { PUBLIC_URL: 'https://compliance.example.in' }, true],
  ['smtp://127.0.0.1:25', PRODUCTION, false],
  ['smtp://mailpit:1025', {}, false],
])('%s with %j goes by TLS or not at all: %s', (SMTP_URL, env, expected) => {
  expect(readConfig({ ...env, SMTP_URL }).smtpRequiresTls).toBe(expected);
});

describe('local mode is for this machine alone', () => {
  test.each(['0.0.0.0', '::', '192.168.1.5', 'anupalan.lan'])('not with HOST=%s', (HOST) => {
    expect(readSettings({ HOST }).faults).toEqual([
      'SMTP_URL is required with a HOST that is not on this machine, for example SMTP_URL=smtps://user:password@mail.example.in:465',
    ]);
    const config = readConfig({ HOST, SMTP_URL: 'smtp://localhost', SUPER_OTP: '123456' });
    expect(config).toMatchObject({ localMode: false, superOtp: undefined });
  });

  test.each(['localhost', '127.0.0.1', '::1'])('with HOST=%s', (HOST) => {
    expect(readConfig({ HOST, SUPER_OTP: '123456' })).toMatchObject({ localMode: true, superOtp: '123456' });
  });
});

test('TRUST_PROXY=true believes one proxy, and nothing that stands further left', () => {
  const { trustProxy } = readConfig({ TRUST_PROXY: 'true' });
  expect(typeof trustProxy === 'function' && [0, 1, 2].map((hop) => trustProxy('', hop))).toEqual([true, false, false]);
});

test('all mistakes are told at once, those between settings too', () => {
  const { faults } = readSettings({ PORT: 'many', HOST: '0.0.0.0', CASHFREE_APP_ID: 'x', LOG_LEVEL: 'loud' });
  expect(faults.map((fault) => fault.split(' ')[0])).toEqual(['PORT', 'LOG_LEVEL', 'CASHFREE_SECRET_KEY', 'SMTP_URL']);
});

test('ADMIN_PASSWORD keeps the rules that any other password keeps', () => {
  const judge = newPassword('');
  const form = Registration.shape.password;
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 210, unit: 'grapheme-ascii' }), (password) => {
      const accepted = form.safeParse(password).success;
      if (accepted) expect(judge(password)).toBe(password);
      else expect(() => judge(password)).toThrow();
    }),
  );
  expect(readSettings({ ADMIN_PASSWORD: 'password' }).faults).toEqual([
    'ADMIN_PASSWORD must contain at least one uppercase letter, for example ADMIN_PASSWORD=…',
  ]);
});

describe('secrets may come in files', () => {
  let folder: string;
  const write = (text: string) => {
    const file = path.join(folder, 'secret');
    writeFileSync(file, text);
    return file;
  };

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'anupalan-secrets-'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(['\n', '\r\n', ''])('the end of the line is cut (%j)', (end) => {
    expect(readConfig({ SMTP_URL_FILE: write(`smtp://localhost:25${end}`) }).smtpUrl).toBe('smtp://localhost:25');
  });

  test('spaces belong to a password', () => {
    expect(readConfig({ ADMIN_PASSWORD_FILE: write(' Given-horse-9 \n') }).adminPassword).toBe(' Given-horse-9 ');
  });

  test('both given: refused', () => {
    const env = { SMTP_URL: 'smtp://localhost', SMTP_URL_FILE: write('smtp://localhost') };
    expect(readSettings(env).faults).toEqual([
      'SMTP_URL and SMTP_URL_FILE are both set: remove one, for example with `unset SMTP_URL`',
    ]);
  });

  test('a file that can not be read, and an empty one: one line', () => {
    const example = 'for example DATABASE_URL_FILE=/run/credentials/anupalan.service/database-url';
    const [missing, empty] = [path.join(folder, 'missing'), write('\n')];
    expect(readSettings({ DATABASE_URL_FILE: missing }).faults).toEqual([
      `DATABASE_URL_FILE names a file that can't be read (ENOENT: no such file or directory, open '${missing}'), ${example}`,
    ]);
    expect(readSettings({ DATABASE_URL_FILE: empty }).faults).toEqual([
      `DATABASE_URL_FILE names an empty file (${empty}), ${example}`,
    ]);
  });

  test('a mistake in it is told without what is in it', () => {
    const [fault, ...rest] = readSettings({ SMTP_URL_FILE: write('http://user:hunter2@mail.example.in') }).faults;
    expect(rest).toEqual([]);
    expect(fault).toContain('SMTP_URL must be an address that starts with smtp://');
    expect(fault).not.toContain('hunter2');
  });
});

test('what is secret has one list, from which child processes are spared', () => {
  expect(SECRETS).toEqual(
    expect.arrayContaining(['SMTP_URL', 'SMTP_URL_FILE', 'DATABASE_URL', 'DATABASE_DIRECT_URL_FILE']),
  );
  const named = Object.keys(SETTINGS).filter((name) => /SECRET|PASSWORD$|TOKEN|KEY|SMTP_URL|DATABASE/.test(name));
  expect(named.filter((name) => !SECRETS.includes(name))).toEqual([]);
});

test('settings are read without any package and without types, by whatever Node.js the machine has', () => {
  const script = `
    import { registerHooks } from 'node:module';
    const asked = [];
    registerHooks({ resolve(name, context, next) { asked.push(name); return next(name, context); } });
    await import(${JSON.stringify(path.join(import.meta.dirname, 'settings.mjs'))});
    console.log(JSON.stringify(asked));`;
  const output = execFileSync(process.execPath, ['--no-strip-types', '--input-type=module', '-e', script]);
  const asked: string[] = JSON.parse(output.toString());
  expect(asked.filter((name) => !/^(node:|\/|.*\.mjs$)/.test(name))).toEqual([]);
});
