import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { StartupError } from './platform/errors/startup-error.ts';
import { isLoopback } from './platform/http/is-loopback.ts';

/** The setting as Fastify has it: on, off, trusted addresses, or a rule (here: a number of hops). */
type TrustProxy = boolean | string[] | ((address: string, hop: number) => boolean);

/** Settings of one run, read once from the environment; nothing else reads it. */
export interface Config {
  port: number;
  host: string;
  /** The address of the server, without a trailing slash. */
  publicUrl: string;
  dataDir: string;
  /** The address of a PostgreSQL; absent: the embedded one in `dataDir`. */
  databaseUrl: string | undefined;
  /** The mail server; absent: mail stays in the database and is shown at /mailbox (R-mail-1). */
  smtpUrl: string | undefined;
  mailFrom: string;
  supportEmail: string;
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  superOtp: string | undefined;
  /** What encrypts backups (R-backups-1); only the commands that write and read them need it. */
  backupPassphrase: string | undefined;
  /** `strict` refuses common passwords and those made of words that an attacker would try (R-accounts-26). */
  passwordPolicy: 'standard' | 'strict';
  attemptsPerIp: number;
  formsPerIp: number;
  /** Calls of one user in a minute (R-api-19). */
  callsPerUser: number;
  /**
   * The credentials of the payment provider; absent: no card payment, save the local gateway in local mode
   * (R-payments-12).
   */
  cashfree:
    | { appId: string; secretKey: string; mode: 'sandbox' | 'production'; apiUrl: string | undefined }
    | undefined;
  /** The seller whom receipts name. */
  seller: { name: string; address: string; gstin: string };
  /** The credit in the footer of each page (R-pages-11). */
  footerCredit: { text: string; url: string };
  trustProxy: TrustProxy;
  logLevel: string;
  /** Whether the API describes itself to everybody (R-api-26). */
  apiDocs: boolean;
  /** Where the metrics are: on a port of their own, else beside the API behind the token; absent: nowhere. */
  metrics: { port: number | undefined; host: string; token: string | undefined } | undefined;
  /** The collector that traces go to, by OTLP over HTTP; absent: none are made. */
  tracesEndpoint: string | undefined;
  production: boolean;
  /** Local mode allows the mailbox and the local payment gateway (R-mail-3, R-payments-12). */
  localMode: boolean;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const Environment = z.object({
  PORT: wholeNumber(0, 65_535, 'PORT=3000').default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, fault('must be a host name or an address', 'HOST=127.0.0.1'))
    .default('127.0.0.1'),
  PUBLIC_URL: url(['http:', 'https:'], 'PUBLIC_URL=https://compliance.example.in').optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url(
    ['postgres:', 'postgresql:'],
    'DATABASE_URL=postgres://user:password@host:5432/anupalan',
  ).optional(),
  SMTP_URL: url(['smtp:', 'smtps:'], 'SMTP_URL=smtps://user:password@mail.example.in:465').optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>]*<)?[^\s@<>]+@[^\s@<>]+>?$/,
      fault('must be an address', 'MAIL_FROM="Anupalan <no-reply@example.in>"'),
    )
    .optional(),
  SUPPORT_EMAIL: address('SUPPORT_EMAIL=support@example.in').default('support@localhost'),
  ADMIN_EMAIL: address('ADMIN_EMAIL=admin@example.in').optional(),
  ADMIN_PASSWORD: z.string().min(8, fault('must have at least 8 characters', 'ADMIN_PASSWORD=…')).optional(),
  SUPER_OTP: z
    .string()
    .regex(/^\d{6}$/, fault('must be 6 digits', 'SUPER_OTP=123456'))
    .optional(),
  BACKUP_PASSPHRASE: z.string().optional(),
  PASSWORD_POLICY: z
    .enum(['standard', 'strict'], fault('must be standard or strict', 'PASSWORD_POLICY=strict'))
    .optional(),
  AUTH_ATTEMPTS_PER_IP: wholeNumber(1, 1_000_000, 'AUTH_ATTEMPTS_PER_IP=100').default(100),
  CALLS_PER_USER: wholeNumber(1, 1_000_000, 'CALLS_PER_USER=3000').default(3_000),
  FORMS_PER_IP: wholeNumber(1, 1_000_000, 'FORMS_PER_IP=20').default(20),
  CASHFREE_APP_ID: z.string().optional(),
  CASHFREE_SECRET_KEY: z.string().optional(),
  CASHFREE_MODE: z
    .enum(['sandbox', 'production'], fault('must be sandbox or production', 'CASHFREE_MODE=sandbox'))
    .default('sandbox'),
  CASHFREE_API_URL: url(['http:', 'https:'], 'CASHFREE_API_URL=https://sandbox.cashfree.com/pg').optional(),
  SELLER_NAME: z
    .string()
    .trim()
    .max(100, fault('must have at most 100 characters', 'SELLER_NAME="Anupalan Pvt Ltd"'))
    .default('Anupalan'),
  SELLER_ADDRESS: z
    .string()
    .trim()
    .max(300, fault('must have at most 300 characters', 'SELLER_ADDRESS="1 MG Road, Pune 411001"'))
    .default(''),
  SELLER_GSTIN: z
    .string()
    .regex(
      /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]$/,
      fault('must be a GSTIN of 15 characters', 'SELLER_GSTIN=27AAPFU0939F1ZV'),
    )
    .default(''),
  FOOTER_CREDIT: z
    .string()
    .trim()
    .max(100, fault('must have at most 100 characters', 'FOOTER_CREDIT="Built with Mantine"'))
    .default('Built with Mantine'),
  FOOTER_CREDIT_URL: url(['http:', 'https:'], 'FOOTER_CREDIT_URL=https://mantine.dev').default('https://mantine.dev'),
  TRUST_PROXY: z.string().transform(readTrustProxy).default(false),
  LOG_LEVEL: z.enum(LOG_LEVELS, fault(`must be one of ${LOG_LEVELS.join(', ')}`, 'LOG_LEVEL=info')).default('info'),
  API_DOCS: z.enum(['on', 'off'], fault('must be on or off', 'API_DOCS=off')).default('on'),
  METRICS_PORT: wholeNumber(0, 65_535, 'METRICS_PORT=9464').optional(),
  METRICS_HOST: z
    .string()
    .regex(/^[\w.:-]+$/, fault('must be a host name or an address', 'METRICS_HOST=127.0.0.1'))
    .default('127.0.0.1'),
  METRICS_TOKEN: z
    .string()
    .regex(
      /^[\w~+/.=-]{20,}$/,
      fault('must have at least 20 letters, digits and -._~+/=', 'METRICS_TOKEN=$(openssl rand -hex 32)'),
    )
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(['http:', 'https:'], 'OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318').optional(),
  NODE_ENV: z.string().default('development'),
});

/**
 * Reads and checks every setting.
 * @throws StartupError with one line for each mistake, naming the variable, what is wrong and an example.
 */
export function readConfig(env: NodeJS.ProcessEnv, cwd = process.cwd()): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    throw new StartupError(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`).join('\n'));
  }
  const settings = parsed.data;
  const publicUrl = (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, '');
  const production = settings.NODE_ENV === 'production';
  const config: Config = {
    port: settings.PORT,
    host: settings.HOST,
    publicUrl,
    dataDir: resolve(cwd, settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM ?? `Anupalan <no-reply@${new URL(publicUrl).hostname}>`,
    supportEmail: settings.SUPPORT_EMAIL,
    adminEmail: settings.ADMIN_EMAIL,
    adminPassword: settings.ADMIN_PASSWORD,
    superOtp: settings.SUPER_OTP,
    backupPassphrase: settings.BACKUP_PASSPHRASE,
    passwordPolicy: settings.PASSWORD_POLICY ?? (production ? 'strict' : 'standard'),
    attemptsPerIp: settings.AUTH_ATTEMPTS_PER_IP,
    formsPerIp: settings.FORMS_PER_IP,
    callsPerUser: settings.CALLS_PER_USER,
    cashfree: readCashfree(settings),
    seller: { name: settings.SELLER_NAME, address: settings.SELLER_ADDRESS, gstin: settings.SELLER_GSTIN },
    footerCredit: { text: settings.FOOTER_CREDIT, url: settings.FOOTER_CREDIT_URL },
    trustProxy: settings.TRUST_PROXY,
    logLevel: settings.LOG_LEVEL,
    tracesEndpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
    metrics: readMetrics(settings),
    apiDocs: settings.API_DOCS === 'on',
    production,
    localMode: !production && isLoopback(new URL(publicUrl).hostname),
  };
  refuseContradictions(config);
  return config.localMode ? config : { ...config, superOtp: undefined };
}

/** @throws StartupError when everybody could read the metrics. */
function readMetrics(settings: z.infer<typeof Environment>): Config['metrics'] {
  const { METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token } = settings;
  if (port === undefined && token === undefined) return undefined;
  if (port !== undefined && token === undefined && !isLoopback(host)) {
    throw new StartupError(
      `METRICS_TOKEN ${fault('is required with a METRICS_HOST that is not this machine', 'METRICS_TOKEN=$(openssl rand -hex 32)')}`,
    );
  }
  return { port, host, token };
}

/** @throws StartupError when only one of the two credentials is there. */
function readCashfree(settings: z.infer<typeof Environment>): Config['cashfree'] {
  const { CASHFREE_APP_ID: appId, CASHFREE_SECRET_KEY: secretKey } = settings;
  if (appId && secretKey) return { appId, secretKey, mode: settings.CASHFREE_MODE, apiUrl: settings.CASHFREE_API_URL };
  if (!appId && !secretKey) return undefined;
  const [missing, given] = appId
    ? ['CASHFREE_SECRET_KEY', 'CASHFREE_APP_ID']
    : ['CASHFREE_APP_ID', 'CASHFREE_SECRET_KEY'];
  throw new StartupError(`${missing} ${fault(`is required with ${given}`, `${missing}=…`)}`);
}

function refuseContradictions(config: Config): void {
  const faults: string[] = [];
  if (!config.localMode && !config.smtpUrl) {
    const reason = config.production ? 'NODE_ENV=production' : 'a PUBLIC_URL that is not on this machine';
    faults.push(
      `SMTP_URL ${fault(`is required with ${reason}`, 'SMTP_URL=smtps://user:password@mail.example.in:465')}`,
    );
  }
  if (config.production && config.superOtp) {
    faults.push('SUPER_OTP must not be set with NODE_ENV=production: remove it, for example with `unset SUPER_OTP`');
  }
  if (faults.length > 0) throw new StartupError(faults.join('\n'));
}

function fault(what: string, example: string): string {
  return `${what}, for example ${example}`;
}

function wholeNumber(min: number, max: number, example: string) {
  const message = fault(`must be a whole number from ${min} to ${max}`, example);
  return z.string().regex(/^\d+$/, message).transform(Number).pipe(z.number().min(min, message).max(max, message));
}

function url(protocols: string[], example: string) {
  const message = fault(`must be an address that starts with ${protocols.join('// or ')}//`, example);
  return z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), message);
}

function address(example: string) {
  return z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[^\s@]+@[^\s@]+$/, fault('must be an e-mail address', example));
}

function readTrustProxy(value: string, context: z.RefinementCtx): TrustProxy {
  if (value === 'true' || value === 'false') return value === 'true';
  if (/^\d+$/.test(value)) return (_address, hop) => hop < Number(value);
  const addresses = value.split(',').map((entry) => entry.trim());
  const known = (entry: string) => isNetwork(entry) || /^(loopback|linklocal|uniquelocal)$/.test(entry);
  if (!addresses.every(known)) {
    context.addIssue({
      code: 'custom',
      message: fault('must be true, false, a number of hops or addresses', 'TRUST_PROXY=10.0.0.1'),
    });
  }
  return addresses;
}

/** Whether an entry is an address, or a network such as 10.0.0.0/8. */
function isNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
