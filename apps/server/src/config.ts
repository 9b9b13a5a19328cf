import { resolve } from 'node:path';
import { StartupError } from './platform/errors/startup-error.ts';
import { leavesThisMachine, publicUrlOf, whyNotLocal } from './settings/contradictions.mjs';
import type { TrustProxy } from './settings/readers.mjs';
import { readSettings, type Settings } from './settings/settings.mjs';

/** Settings of one run, read once from the environment; nothing else reads it. */
export interface Config {
  port: number;
  host: string;
  /** The address of the server, without a trailing slash. */
  publicUrl: string;
  dataDir: string;
  /** The address of a PostgreSQL; absent: the embedded one in `dataDir`. */
  databaseUrl: string | undefined;
  /** The address by which the owner of the tables connects, for migrations; absent: as `databaseDirectUrl`. */
  databaseOwnerUrl: string | undefined;
  /** The address past a pooler that `databaseUrl` leads to, for what needs a session; absent: as `databaseUrl`. */
  databaseDirectUrl: string | undefined;
  /** The mail server; absent: mail stays in the database and is shown at /mailbox (R-mail-1). */
  smtpUrl: string | undefined;
  /** Whether mail must go by TLS or not at all: outside local mode, unless the mail server is on this machine. */
  smtpRequiresTls: boolean;
  mailFrom: string;
  /** The virus scanner: `tcp://host:port` or `unix:/path`; absent: files are not scanned (R-api-48). */
  clamdUrl: string | undefined;
  /** Gigabytes of evidence of all companies that one person pays for (R-evidence-8); absent: by where files lie. */
  filesQuotaGb: number | undefined;
  /** The S3-compatible store of files; absent: they lie in PostgreSQL (`platform/files/store/s3-address.ts`). */
  filesS3Url: string | undefined;
  supportEmail: string;
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  superOtp: string | undefined;
  /** What encrypts backups (R-backups-1); only the commands that write and read them need it. */
  backupPassphrase: string | undefined;
  /** `strict` refuses common passwords and those made of words that an attacker would try (R-accounts-26). */
  passwordPolicy: 'standard' | 'strict';
  /** `required`: administrators can do nothing before they have a passkey (R-passkeys-12). */
  adminSecondFactor: 'off' | 'required';
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

/**
 * Reads and checks every setting.
 * @throws StartupError with one line for each mistake, naming the variable, what is wrong and an example.
 */
export function readConfig(env: NodeJS.ProcessEnv, cwd = process.cwd()): Config {
  const { settings, faults } = readSettings(env);
  if (faults.length > 0) throw new StartupError(faults.join('\n'));
  const publicUrl = publicUrlOf(settings);
  const production = settings.NODE_ENV === 'production';
  const localMode = whyNotLocal(settings) === null;
  return {
    port: settings.PORT,
    host: settings.HOST,
    publicUrl,
    dataDir: resolve(cwd, settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    databaseOwnerUrl: settings.DATABASE_OWNER_URL,
    databaseDirectUrl: settings.DATABASE_DIRECT_URL,
    smtpUrl: settings.SMTP_URL,
    smtpRequiresTls: !localMode && settings.SMTP_URL !== undefined && leavesThisMachine(settings.SMTP_URL),
    mailFrom: settings.MAIL_FROM ?? `Anupalan <no-reply@${new URL(publicUrl).hostname}>`,
    clamdUrl: settings.CLAMD_URL,
    filesQuotaGb: settings.FILES_QUOTA_GB,
    filesS3Url: settings.FILES_S3_URL,
    supportEmail: settings.SUPPORT_EMAIL,
    adminEmail: settings.ADMIN_EMAIL,
    adminPassword: settings.ADMIN_PASSWORD,
    superOtp: localMode ? settings.SUPER_OTP : undefined,
    backupPassphrase: settings.BACKUP_PASSPHRASE,
    passwordPolicy: settings.PASSWORD_POLICY ?? (production ? 'strict' : 'standard'),
    adminSecondFactor: settings.ADMIN_2FA,
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
    localMode,
  };
}

/** The address of a database of one's own as the owner of its tables, never by a pooler; undefined: the embedded one. */
export function findOwnerUrl(
  config: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'databaseDirectUrl'>,
): string | undefined {
  return config.databaseOwnerUrl ?? config.databaseDirectUrl ?? config.databaseUrl;
}

function readMetrics(settings: Settings): Config['metrics'] {
  const { METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token } = settings;
  return port === undefined && token === undefined ? undefined : { port, host, token };
}

function readCashfree(settings: Settings): Config['cashfree'] {
  const { CASHFREE_APP_ID: appId, CASHFREE_SECRET_KEY: secretKey } = settings;
  if (!appId || !secretKey) return undefined;
  return { appId, secretKey, mode: settings.CASHFREE_MODE, apiUrl: settings.CASHFREE_API_URL };
}
