import type { MailedReport } from '@anupalan/contract/people/reports';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { spendTogether } from '../../platform/http/rate-limits.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { Services } from '../../services.ts';
import { recordActivity } from '../activity/commands.ts';
import { REPORTS_A_DAY } from './limit-reports.ts';

/** What is mailed of a company in somebody's name: it is read once the limit has room for it. */
export interface MailedSheet<Sheet> {
  read(): Promise<Sheet>;
  /** Writes the mails, one to each address. */
  compose(addresses: readonly string[], sheet: Sheet): Promise<Mail[]>;
  /** The first day of the month that it is of. */
  readonly month: string;
  /** What it is called, in the plural, to who has mailed too many. */
  readonly plural: 'status reports' | 'overviews';
}

/**
 * Mails a report or an overview, to each address by itself (R-reports-7 to R-reports-9).
 * @returns the addresses
 * @throws AppError invalid without an address where the company has none; too-many
 */
export async function mailSheet<Sheet extends { readonly companyEmail: string }>(
  { database, jobs, reportLimits }: Pick<Services, 'database' | 'jobs' | 'reportLimits'>,
  session: Session,
  { read, compose, month, plural }: MailedSheet<Sheet>,
  to: MailedReport['to'],
): Promise<string[]> {
  const refund = await spend(reportLimits, session, { addresses: to?.length ?? 1, plural });
  try {
    const sheet = await read();
    const addresses = to ?? (sheet.companyEmail === '' ? [] : [sheet.companyEmail]);
    if (addresses.length === 0) throw noAddress();
    const mails = await compose(addresses, sheet);
    await database.db.transaction().execute(async (trx) => {
      for (const mail of mails) await enqueueMail(trx, jobs, mail);
      await recordActivity(trx, session, { what: 'reports.mail', about: { from: month, count: addresses.length } });
    });
    return addresses;
  } catch (error) {
    await refund();
    throw error;
  }
}

/** What the caller is told whose sheet was mailed. */
export function describeMailed(what: string, to: readonly string[]): string {
  return `The ${what} was mailed to ${to.length === 1 ? to[0] : `${to.length} addresses`}`;
}

async function spend(
  limits: Services['reportLimits'],
  { plan, userId }: Session,
  { addresses, plural }: { addresses: number; plural: MailedSheet<unknown>['plural'] },
) {
  try {
    return await spendTogether(Array.from({ length: addresses }, () => limits[plan].use(userId)));
  } catch (error) {
    if (!(error instanceof AppError) || error.retryAfter === undefined) throw error;
    const most = `${REPORTS_A_DAY[plan]} addresses a day${plan === 'free' ? ' on the free plan' : ''}`;
    const message = `You can mail ${plural} to ${most}. Please try again tomorrow.`;
    throw new AppError('too-many', message, { retryAfter: error.retryAfter, cause: error });
  }
}

function noAddress(): AppError {
  const message = 'The company has no e-mail address. Please enter one.';
  return new AppError('invalid', message, { faults: { to: message } });
}
