// @ts-check
import { readFileSync } from 'node:fs';
import { findContradictions } from './contradictions.mjs';
import {
  anyText,
  bucketAddress,
  describeFault,
  Fault,
  mailAddress,
  matching,
  newPassword,
  oneOf,
  shortText,
  trustedProxies,
  webAddress,
  wholeNumber,
} from './readers.mjs';

/*
 * Every setting: its name, how it is read and what it is when it isn't set. The one place of both the server and the
 * command that starts it, which looks at them before it installs or builds anything; so plain JavaScript, no packages.
 */

/**
 * @template T
 * @typedef {{ read: import('./readers.mjs').Reader<T>, fallback: T, secret: boolean }} Setting secret: it may come in
 *   a file that `<NAME>_FILE` names, and installation and build don't see it.
 */

/**
 * @template T
 * @param {import('./readers.mjs').Reader<T>} read
 * @param {T} fallback
 * @returns {Setting<T>}
 */
function setting(read, fallback) {
  return { read, fallback, secret: false };
}

/**
 * @template T
 * @param {import('./readers.mjs').Reader<T>} read
 * @returns {Setting<T | undefined>}
 */
function optional(read) {
  return { read, fallback: undefined, secret: false };
}

/**
 * @template T
 * @param {import('./readers.mjs').Reader<T>} read
 * @returns {Setting<T | undefined>}
 */
function secret(read) {
  return { read, fallback: undefined, secret: true };
}

const LOG_LEVELS = /** @type {const} */ (['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']);

const POSTGRES = ['postgres:', 'postgresql:'];

export const SETTINGS = {
  PORT: setting(wholeNumber(0, 65_535, 'PORT=3000'), 3000),
  HOST: setting(matching(/^[\w.:-]+$/, 'must be a host name or an address', 'HOST=127.0.0.1'), '127.0.0.1'),
  PUBLIC_URL: optional(webAddress(['http:', 'https:'], 'PUBLIC_URL=https://compliance.example.in')),
  DATA_DIR: setting(anyText, './data'),
  DATABASE_URL: secret(webAddress(POSTGRES, 'DATABASE_URL=postgres://user:password@host:5432/anupalan')),
  DATABASE_OWNER_URL: secret(webAddress(POSTGRES, 'DATABASE_OWNER_URL=postgres://owner:password@host:5432/anupalan')),
  DATABASE_DIRECT_URL: secret(webAddress(POSTGRES, 'DATABASE_DIRECT_URL=postgres://user:password@host:5432/anupalan')),
  SMTP_URL: secret(webAddress(['smtp:', 'smtps:'], 'SMTP_URL=smtps://user:password@mail.example.in:465')),
  MAIL_FROM: optional(
    matching(/^([^<>]*<)?[^\s@<>]+@[^\s@<>]+>?$/, 'must be an address', 'MAIL_FROM="Anupalan <no-reply@example.in>"'),
  ),
  CLAMD_URL: optional(
    webAddress(['tcp:', 'unix:'], 'CLAMD_URL=tcp://127.0.0.1:3310 or CLAMD_URL=unix:///run/clamav/clamd.ctl'),
  ),
  FILES_QUOTA_GB: optional(wholeNumber(1, 1_000_000, 'FILES_QUOTA_GB=100')),
  FILES_S3_URL: secret(
    bucketAddress('FILES_S3_URL=https://KEY:SECRET@s3.ap-south-1.amazonaws.com/bucket?region=ap-south-1'),
  ),
  SUPPORT_EMAIL: setting(mailAddress('SUPPORT_EMAIL=support@example.in'), 'support@localhost'),
  ADMIN_EMAIL: optional(mailAddress('ADMIN_EMAIL=admin@example.in')),
  ADMIN_PASSWORD: secret(newPassword('ADMIN_PASSWORD=…')),
  SUPER_OTP: secret(matching(/^\d{6}$/, 'must be 6 digits', 'SUPER_OTP=123456')),
  BACKUP_PASSPHRASE: secret(anyText),
  PASSWORD_POLICY: optional(
    oneOf(/** @type {const} */ (['standard', 'strict']), 'must be standard or strict', 'PASSWORD_POLICY=strict'),
  ),
  ADMIN_2FA: setting(
    oneOf(/** @type {const} */ (['off', 'required']), 'must be off or required', 'ADMIN_2FA=required'),
    'off',
  ),
  AUTH_ATTEMPTS_PER_IP: setting(wholeNumber(1, 1_000_000, 'AUTH_ATTEMPTS_PER_IP=100'), 100),
  CALLS_PER_USER: setting(wholeNumber(1, 1_000_000, 'CALLS_PER_USER=3000'), 3_000),
  FORMS_PER_IP: setting(wholeNumber(1, 1_000_000, 'FORMS_PER_IP=20'), 20),
  CASHFREE_APP_ID: secret(anyText),
  CASHFREE_SECRET_KEY: secret(anyText),
  CASHFREE_MODE: setting(
    oneOf(/** @type {const} */ (['sandbox', 'production']), 'must be sandbox or production', 'CASHFREE_MODE=sandbox'),
    'sandbox',
  ),
  CASHFREE_API_URL: optional(webAddress(['http:', 'https:'], 'CASHFREE_API_URL=https://sandbox.cashfree.com/pg')),
  SELLER_NAME: setting(shortText(100, 'SELLER_NAME="Anupalan Pvt Ltd"'), 'Anupalan'),
  SELLER_ADDRESS: setting(shortText(300, 'SELLER_ADDRESS="1 MG Road, Pune 411001"'), ''),
  SELLER_GSTIN: setting(
    matching(
      /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]$/,
      'must be a GSTIN of 15 characters',
      'SELLER_GSTIN=27AAPFU0939F1ZV',
    ),
    '',
  ),
  FOOTER_CREDIT: setting(shortText(100, 'FOOTER_CREDIT="Built with Mantine"'), 'Built with Mantine'),
  FOOTER_CREDIT_URL: setting(
    webAddress(['http:', 'https:'], 'FOOTER_CREDIT_URL=https://mantine.dev'),
    'https://mantine.dev',
  ),
  TRUST_PROXY: setting(trustedProxies, false),
  LOG_LEVEL: setting(oneOf(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`, 'LOG_LEVEL=info'), 'info'),
  API_DOCS: setting(oneOf(/** @type {const} */ (['on', 'off']), 'must be on or off', 'API_DOCS=off'), 'on'),
  METRICS_PORT: optional(wholeNumber(0, 65_535, 'METRICS_PORT=9464')),
  METRICS_HOST: setting(
    matching(/^[\w.:-]+$/, 'must be a host name or an address', 'METRICS_HOST=127.0.0.1'),
    '127.0.0.1',
  ),
  METRICS_TOKEN: secret(
    matching(
      /^[\w~+/.=-]{20,}$/,
      'must have at least 20 letters, digits and -._~+/=',
      'METRICS_TOKEN=$(openssl rand -hex 32)',
    ),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    webAddress(['http:', 'https:'], 'OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318'),
  ),
  NODE_ENV: setting(anyText, 'development'),
};

/** @typedef {{ [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name]['fallback'] }} Settings */

/** The variables that installation, build and tools have no business with, those that name files among them. */
export const SECRETS = [
  ...Object.entries(SETTINGS).flatMap(([name, { secret }]) => (secret ? [name, `${name}_FILE`] : [])),
  // Read by OpenTelemetry and PostgreSQL's client themselves.
  'OTEL_EXPORTER_OTLP_HEADERS',
  'PGPASSWORD',
];

/**
 * Reads and checks every setting; an empty variable is an unset one.
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {{ settings: Settings, faults: string[] }} faults: one line for each mistake, naming the variable, what is
 *   wrong and an example; a setting with a mistake has its fallback.
 */
export function readSettings(env) {
  /** @type {string[]} */
  const faults = [];
  /** @type {string[]} */
  const wrong = [];
  const entries = Object.entries(SETTINGS).map(([name, { read, fallback, secret }]) => {
    try {
      const text = secret ? readSecret(env, name) : env[name];
      return [name, text ? read(text) : fallback];
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      faults.push(`${error.message.startsWith(`${name}_FILE`) ? '' : `${name} `}${error.message}`);
      wrong.push(name);
      return [name, fallback];
    }
  });
  /** @type {Settings} */
  const settings = Object.fromEntries(entries);
  return { settings, faults: [...faults, ...findContradictions(settings, wrong)] };
}

/**
 * The text of a secret, from its variable or from the file that `<NAME>_FILE` names.
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {string} name
 */
function readSecret(env, name) {
  const variable = `${name}_FILE`;
  const file = env[variable];
  if (!file) return env[name];
  if (env[name]) throw new Fault(`and ${variable} are both set: remove one, for example with \`unset ${name}\``);
  const example = `${variable}=/run/credentials/anupalan.service/${name.toLowerCase().replaceAll('_', '-')}`;
  const text = readText(file, variable, example).replace(/\r?\n$/, '');
  if (text === '') throw new Fault(`${variable} ${describeFault(`names an empty file (${file})`, example)}`);
  return text;
}

/**
 * @param {string} file
 * @param {string} variable
 * @param {string} example
 */
function readText(file, variable, example) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Fault(`${variable} ${describeFault(`names a file that can't be read (${reason})`, example)}`);
  }
}
