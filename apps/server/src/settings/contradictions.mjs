// @ts-check
import { isIP } from 'node:net';
import { isLoopback } from '../platform/http/is-loopback.mjs';
import { describeFault } from './readers.mjs';

/** @typedef {import('./settings.mjs').Settings} Settings */

const IN_PRODUCTION = 'with NODE_ENV=production';

const SMTP_EXAMPLE = 'SMTP_URL=smtps://user:password@mail.example.in:465';

/** The parameters of an address of a mail server that would take TLS, or its checks, away. */
const WEAKENS_TLS = /^(ignoreTLS|requireTLS|secure|tls\..+)$/i;

/**
 * The address of the web app: as set, or on this machine; without a trailing slash.
 * @param {Settings} settings
 */
export function publicUrlOf(settings) {
  return (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, '');
}

/**
 * Why an installation is not one for this machine alone; null when it is: only then are the mailbox, the local payment
 * gateway and the universal code there (R-mail-3, R-payments-12).
 * @param {Settings} settings
 * @returns {string | null}
 */
export function whyNotLocal(settings) {
  if (settings.NODE_ENV === 'production') return 'NODE_ENV=production';
  if (!isLoopback(new URL(publicUrlOf(settings)).hostname)) return 'a PUBLIC_URL that is not on this machine';
  return isLoopback(settings.HOST) ? null : 'a HOST that is not on this machine';
}

/**
 * Whether mail goes over a network that others may listen to; a relay on this machine needs no TLS.
 * @param {string} smtpUrl
 */
export function leavesThisMachine(smtpUrl) {
  return !isLoopback(new URL(smtpUrl).hostname);
}

/**
 * The mistakes that are in no setting alone.
 * @param {Settings} settings
 * @param {readonly string[]} wrong the names of settings that are wrong by themselves, about which nothing more is said
 * @returns {string[]}
 */
export function findContradictions(settings, wrong) {
  /** @type {[variable: keyof Settings, fault: string | null][]} */
  const found = [
    ['CASHFREE_SECRET_KEY', missingHalf(settings, 'CASHFREE_SECRET_KEY', 'CASHFREE_APP_ID')],
    ['CASHFREE_APP_ID', missingHalf(settings, 'CASHFREE_APP_ID', 'CASHFREE_SECRET_KEY')],
    ['DATABASE_URL', missingHalf(settings, 'DATABASE_URL', 'DATABASE_OWNER_URL')],
    ['DATABASE_URL', missingHalf(settings, 'DATABASE_URL', 'DATABASE_DIRECT_URL')],
    ['SMTP_URL', findMissingMail(settings)],
    ['METRICS_TOKEN', findOpenMetrics(settings)],
    ['ADMIN_2FA', findUnnamedSite(settings)],
    ...(settings.NODE_ENV === 'production' ? findPlainText(settings) : []),
  ];
  return found.flatMap(([variable, fault]) =>
    fault === null || wrong.includes(variable) ? [] : [`${variable} ${fault}`],
  );
}

/**
 * @param {Settings} settings
 * @param {keyof Settings} missing
 * @param {keyof Settings} given
 */
function missingHalf(settings, missing, given) {
  return settings[given] && !settings[missing] ? describeFault(`is required with ${given}`, `${missing}=…`) : null;
}

/**
 * Whether everybody could read the metrics.
 * @param {Settings} settings
 */
function findOpenMetrics({ METRICS_PORT, METRICS_HOST, METRICS_TOKEN }) {
  if (METRICS_PORT === undefined || METRICS_TOKEN !== undefined || isLoopback(METRICS_HOST)) return null;
  return describeFault(
    'is required with a METRICS_HOST that is not this machine',
    'METRICS_TOKEN=$(openssl rand -hex 32)',
  );
}

/**
 * Whether passkeys are required where they can't work: they are bound to a name, and to no number (R-passkeys-5).
 * @param {Settings} settings
 */
function findUnnamedSite(settings) {
  const { hostname } = new URL(publicUrlOf(settings));
  if (settings.ADMIN_2FA === 'off' || isIP(hostname.replace(/^\[|\]$/g, '')) === 0) return null;
  return describeFault(
    'needs a PUBLIC_URL with a name, as passkeys know no numbers',
    'PUBLIC_URL=https://compliance.example.in',
  );
}

/** @param {Settings} settings */
function findMissingMail(settings) {
  const reason = whyNotLocal(settings);
  return reason && !settings.SMTP_URL ? describeFault(`is required with ${reason}`, SMTP_EXAMPLE) : null;
}

/**
 * What production must not do: speak in clear over a network, or confirm sign-ups with a known code.
 * @param {Settings} settings
 * @returns {[variable: keyof Settings, fault: string | null][]}
 */
function findPlainText(settings) {
  const { DATABASE_URL, DATABASE_OWNER_URL, DATABASE_DIRECT_URL } = settings;
  const { SMTP_URL, SUPER_OTP, OTEL_EXPORTER_OTLP_ENDPOINT: traces } = settings;
  return [
    ['PUBLIC_URL', requireHttps(publicUrlOf(settings), 'PUBLIC_URL=https://compliance.example.in')],
    ['CASHFREE_API_URL', requireHttps(settings.CASHFREE_API_URL, 'CASHFREE_API_URL=https://api.cashfree.com/pg')],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      traces && isLoopback(new URL(traces).hostname)
        ? null
        : requireHttps(traces, 'OTEL_EXPORTER_OTLP_ENDPOINT=https://traces.example.in:4318'),
    ],
    ['DATABASE_URL', requireVerified(DATABASE_URL, 'DATABASE_URL=postgres://user')],
    ['DATABASE_OWNER_URL', requireVerified(DATABASE_OWNER_URL, 'DATABASE_OWNER_URL=postgres://owner')],
    ['DATABASE_DIRECT_URL', requireVerified(DATABASE_DIRECT_URL, 'DATABASE_DIRECT_URL=postgres://user')],
    ['SMTP_URL', refuseWeakTls(SMTP_URL)],
    [
      'SUPER_OTP',
      SUPER_OTP ? `must not be set ${IN_PRODUCTION}: remove it, for example with \`unset SUPER_OTP\`` : null,
    ],
  ];
}

/**
 * @param {string | undefined} address
 * @param {string} example
 */
function requireHttps(address, example) {
  if (address === undefined || new URL(address).protocol === 'https:') return null;
  return describeFault(`must start with https:// ${IN_PRODUCTION}`, example);
}

/**
 * @param {string | undefined} address
 * @param {string} example
 */
function requireVerified(address, example) {
  if (address === undefined || isLocalDatabase(new URL(address))) return null;
  const modes = new URL(address).searchParams.getAll('sslmode');
  if (modes.length > 0 && modes.every((mode) => mode === 'verify-full')) return null;
  return describeFault(
    `must have sslmode=verify-full ${IN_PRODUCTION}, since its server is not on this machine`,
    `${example}:password@host:5432/anupalan?sslmode=verify-full`,
  );
}

/**
 * Whether a database is on this machine, by its loopback address or its socket; `?host=` counts before the host.
 * @param {URL} address
 */
function isLocalDatabase({ hostname, searchParams }) {
  const named = searchParams.getAll('host').filter((host) => host !== '');
  const hosts = named.length > 0 ? named : [decodeURIComponent(hostname) || process.env.PGHOST || 'localhost'];
  return hosts.every((host) => host.startsWith('/') || isLoopback(host));
}

/** @param {string | undefined} address */
function refuseWeakTls(address) {
  if (address === undefined || !leavesThisMachine(address)) return null;
  const weak = [...new URL(address).searchParams.keys()].find((name) => WEAKENS_TLS.test(name));
  return weak ? describeFault(`must not change its TLS by ?${weak}= ${IN_PRODUCTION}`, SMTP_EXAMPLE) : null;
}
