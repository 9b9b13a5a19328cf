import { describe, expect, test } from 'vitest';
import { findOwnerUrl, readConfig } from './config.ts';
import { isLoopback } from './platform/http/is-loopback.mjs';

test('without settings everything runs on this machine', () => {
  expect(readConfig({}, '/srv/anupalan')).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    dataDir: '/srv/anupalan/data',
    databaseUrl: undefined,
    databaseDirectUrl: undefined,
    smtpUrl: undefined,
    mailFrom: 'Anupalan <no-reply@localhost>',
    supportEmail: 'support@localhost',
    passwordPolicy: 'standard',
    attemptsPerIp: 100,
    formsPerIp: 20,
    cashfree: undefined,
    seller: { name: 'Anupalan', address: '', gstin: '' },
    trustProxy: false,
    logLevel: 'info',
    localMode: true,
  });
});

test('in production common passwords are refused unless the operator says otherwise', () => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://compliance.example.in',
    SMTP_URL: 'smtps://user:password@mail.example.in:465',
  };
  expect(readConfig(production).passwordPolicy).toBe('strict');
  expect(readConfig({ ...production, PASSWORD_POLICY: 'standard' }).passwordPolicy).toBe('standard');
});

test.each([
  [{}, undefined],
  [{ DATABASE_URL: 'postgres://a/x' }, 'postgres://a/x'],
  [{ DATABASE_URL: 'postgres://pooler/x', DATABASE_DIRECT_URL: 'postgres://a/x' }, 'postgres://a/x'],
  [
    {
      DATABASE_URL: 'postgres://pooler/x',
      DATABASE_DIRECT_URL: 'postgres://a/x',
      DATABASE_OWNER_URL: 'postgres://o/x',
    },
    'postgres://o/x',
  ],
])('with %j the owner of the tables connects by %s: never by a pooler', (env, url) => {
  expect(findOwnerUrl(readConfig(env))).toBe(url);
});

test('an empty variable is an unset one', () => {
  expect(readConfig({ PORT: '', SMTP_URL: '' })).toMatchObject({ port: 3000, smtpUrl: undefined });
});

test('PUBLIC_URL follows PORT and loses its trailing slash', () => {
  expect(readConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
  expect(readConfig({ PUBLIC_URL: 'http://localhost:9000/' }).publicUrl).toBe('http://localhost:9000');
});

describe('a mistake is one line that names the variable, what is wrong and an example', () => {
  test.each([
    [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535, for example PORT=3000'],
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535, for example PORT=3000'],
    [{ HOST: 'not a host' }, 'HOST must be a host name or an address, for example HOST=127.0.0.1'],
    [
      { PUBLIC_URL: 'example.in' },
      'PUBLIC_URL must be an address that starts with http:// or https://, for example PUBLIC_URL=https://compliance.example.in',
    ],
    [
      { DATABASE_URL: 'mysql://localhost/x' },
      'DATABASE_URL must be an address that starts with postgres:// or postgresql://, for example DATABASE_URL=postgres://user:password@host:5432/anupalan',
    ],
    [
      { DATABASE_URL: 'postgres://localhost/x', DATABASE_DIRECT_URL: 'localhost:5432' },
      'DATABASE_DIRECT_URL must be an address that starts with postgres:// or postgresql://, for example DATABASE_DIRECT_URL=postgres://user:password@host:5432/anupalan',
    ],
    [
      { DATABASE_DIRECT_URL: 'postgres://localhost/x' },
      'DATABASE_URL is required with DATABASE_DIRECT_URL, for example DATABASE_URL=…',
    ],
    [
      { SMTP_URL: 'mail.example.in' },
      'SMTP_URL must be an address that starts with smtp:// or smtps://, for example SMTP_URL=smtps://user:password@mail.example.in:465',
    ],
    [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM must be an address, for example MAIL_FROM="Anupalan <no-reply@example.in>"'],
    [{ SUPPORT_EMAIL: 'x' }, 'SUPPORT_EMAIL must be an e-mail address, for example SUPPORT_EMAIL=support@example.in'],
    [{ ADMIN_EMAIL: 'x' }, 'ADMIN_EMAIL must be an e-mail address, for example ADMIN_EMAIL=admin@example.in'],
    [{ ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD must have at least 8 characters, for example ADMIN_PASSWORD=…'],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an address that starts with http:// or https://, for example OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318',
    ],
    [{ API_DOCS: 'no' }, 'API_DOCS must be on or off, for example API_DOCS=off'],
    [
      { METRICS_TOKEN: 'short' },
      'METRICS_TOKEN must have at least 20 letters, digits and -._~+/=, for example METRICS_TOKEN=$(openssl rand -hex 32)',
    ],
    [
      { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' },
      'METRICS_TOKEN is required with a METRICS_HOST that is not this machine, for example METRICS_TOKEN=$(openssl rand -hex 32)',
    ],
    [{ SUPER_OTP: '12' }, 'SUPER_OTP must be 6 digits, for example SUPER_OTP=123456'],
    [{ PASSWORD_POLICY: 'lax' }, 'PASSWORD_POLICY must be standard or strict, for example PASSWORD_POLICY=strict'],
    [
      { AUTH_ATTEMPTS_PER_IP: '0' },
      'AUTH_ATTEMPTS_PER_IP must be a whole number from 1 to 1000000, for example AUTH_ATTEMPTS_PER_IP=100',
    ],
    [
      { TRUST_PROXY: 'maybe' },
      'TRUST_PROXY must be true, false, a number of hops or addresses, for example TRUST_PROXY=10.0.0.1',
    ],
    [
      { TRUST_PROXY: '10.0.0.0/99' },
      'TRUST_PROXY must be true, false, a number of hops or addresses, for example TRUST_PROXY=10.0.0.1',
    ],
    [{ FORMS_PER_IP: '-1' }, 'FORMS_PER_IP must be a whole number from 1 to 1000000, for example FORMS_PER_IP=20'],
    [
      { CASHFREE_APP_ID: 'x' },
      'CASHFREE_SECRET_KEY is required with CASHFREE_APP_ID, for example CASHFREE_SECRET_KEY=…',
    ],
    [
      { CASHFREE_SECRET_KEY: 'x' },
      'CASHFREE_APP_ID is required with CASHFREE_SECRET_KEY, for example CASHFREE_APP_ID=…',
    ],
    [
      { SELLER_GSTIN: '27AAPFU0939F1Z' },
      'SELLER_GSTIN must be a GSTIN of 15 characters, for example SELLER_GSTIN=27AAPFU0939F1ZV',
    ],
    [{ CASHFREE_MODE: 'live' }, 'CASHFREE_MODE must be sandbox or production, for example CASHFREE_MODE=sandbox'],
    [
      { CASHFREE_API_URL: 'cashfree' },
      'CASHFREE_API_URL must be an address that starts with http:// or https://, for example CASHFREE_API_URL=https://sandbox.cashfree.com/pg',
    ],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, for example LOG_LEVEL=info',
    ],
    [
      { NODE_ENV: 'production' },
      'SMTP_URL is required with NODE_ENV=production, for example SMTP_URL=smtps://user:password@mail.example.in:465',
    ],
    [
      { PUBLIC_URL: 'https://compliance.example.in' },
      'SMTP_URL is required with a PUBLIC_URL that is not on this machine, for example SMTP_URL=smtps://user:password@mail.example.in:465',
    ],
    [
      { NODE_ENV: 'production', SMTP_URL: 'smtp://localhost', SUPER_OTP: '123456' },
      'SUPER_OTP must not be set with NODE_ENV=production: remove it, for example with `unset SUPER_OTP`',
    ],
    [
      { PORT: 'abc', LOG_LEVEL: 'loud' },
      'PORT must be a whole number from 0 to 65535, for example PORT=3000\nLOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, for example LOG_LEVEL=info',
    ],
  ])('%j', (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });
});

test('away from this machine the local mode and the universal code are off', () => {
  const config = readConfig({
    PUBLIC_URL: 'https://compliance.example.in',
    SMTP_URL: 'smtp://localhost',
    SUPER_OTP: '123456',
  });
  expect(config).toMatchObject({ localMode: false, superOtp: undefined });
});

test('TRUST_PROXY as a number trusts that many hops', () => {
  const { trustProxy } = readConfig({ TRUST_PROXY: '2' });
  expect(typeof trustProxy === 'function' && [0, 1, 2].map((hop) => trustProxy('', hop))).toEqual([true, true, false]);
});

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['[::1]', true],
  ['::ffff:127.0.0.1', true],
  ['127.0.0.1.example.in', false],
  ['localhost.example.in', false],
  ['10.0.0.1', false],
])('%s is this machine: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
