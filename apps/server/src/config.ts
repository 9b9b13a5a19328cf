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
  /** The address by which the owner of the tables connects, for migrations; absent: as `databaseUrl`. */
  databaseOwnerUrl: string | undefined;
  /** The mail server; absent: mail stays in the database and is shown at /mailbox (R-mail-1). */
  smtpUrl: string | undefined;
  /** Whether mail must go by TLS or not at all: outside local mode, unless the mail server is on this machine. */
  smtpRequiresTls: boolean;
  mailFrom: string;
  supportEmail: string;
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  superOtp: string | undefined;
  /** What encrypts backups (R-backups-1); only the commands that write and read them need it. */
  backupPassphrase: string | undefined;
  /** `strict` refuses the commonest passwords and those that contain the name of the e-mail address (R-accounts-26). */
  passwordPolicy: 'standard' | 'strict';
  attemptsPerIp: number;
  formsPerIp: number;
  /**
   * The credentials of the payment provider; absent: no card payment, save the local gateway in local mode
   * (R-payments-12).
   */
  cashfree:
    | { appId: string; secretKey: string; mode: 'sandbox' | 'production'; apiUrl: string | undefined }
    | undefined;
  /** The seller whom receipts name. */
  seller: { name: string; address: string; gstin: string };
  trustProxy: TrustProxy;
  logLevel: string;
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
  const localMode = whyNotLocal(settings) === null;
  return {
    port: settings.PORT,
    host: settings.HOST,
    publicUrl,
    dataDir: resolve(cwd, settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    databaseOwnerUrl: settings.DATABASE_OWNER_URL,
    smtpUrl: settings.SMTP_URL,
    smtpRequiresTls: !localMode && settings.SMTP_URL !== undefined && leavesThisMachine(settings.SMTP_URL),
    mailFrom: settings.MAIL_FROM ?? `Anupalan <no-reply@${new URL(publicUrl).hostname}>`,
    supportEmail: settings.SUPPORT_EMAIL,
    adminEmail: settings.ADMIN_EMAIL,
    adminPassword: settings.ADMIN_PASSWORD,
    superOtp: localMode ? settings.SUPER_OTP : undefined,
    backupPassphrase: settings.BACKUP_PASSPHRASE,
    passwordPolicy: settings.PASSWORD_POLICY,
    attemptsPerIp: settings.AUTH_ATTEMPTS_PER_IP,
    formsPerIp: settings.FORMS_PER_IP,
    cashfree: readCashfree(settings),
    seller: { name: settings.SELLER_NAME, address: settings.SELLER_ADDRESS, gstin: settings.SELLER_GSTIN },
    trustProxy: settings.TRUST_PROXY,
    logLevel: settings.LOG_LEVEL,
    production: settings.NODE_ENV === 'production',
    localMode,
  };
}

function readCashfree(settings: Settings): Config['cashfree'] {
  const { CASHFREE_APP_ID: appId, CASHFREE_SECRET_KEY: secretKey } = settings;
  if (!appId || !secretKey) return undefined;
  return { appId, secretKey, mode: settings.CASHFREE_MODE, apiUrl: settings.CASHFREE_API_URL };
}
