import type { MailedReport, StatusReport } from '@anupalan/contract/people/reports';
import { toIsoMidnight } from '@anupalan/domain/calendar-day';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { spendTogether } from '../../platform/http/rate-limits.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { Services } from '../../services.ts';
import { recordActivity } from '../activity/commands.ts';
import { composeReportMail } from './emails.ts';
import { REPORTS_A_DAY } from './limit-reports.ts';

/**
 * Mails a report, to each address by itself (R-reports-7 to R-reports-9).
 * @returns the addresses
 * @throws AppError invalid without an address where the company has none; too-many
 */
export async function mailReport(
  { database, jobs, reportLimit }: Pick<Services, 'database' | 'jobs' | 'reportLimit'>,
  session: Session,
  report: StatusReport,
  { to, message = '' }: Pick<MailedReport, 'to' | 'message'>,
): Promise<string[]> {
  const addresses = to ?? (report.companyEmail === '' ? [] : [report.companyEmail]);
  if (addresses.length === 0) throw noAddress();
  const mails = await Promise.all(addresses.map((address) => composeReportMail(address, report, message)));
  const refund = await spend(reportLimit, session.userId, addresses.length);
  try {
    await database.db.transaction().execute(async (trx) => {
      for (const mail of mails) await enqueueMail(trx, jobs, mail);
      const month = toIsoMidnight(Temporal.PlainDate.from(`${report.month}-01`));
      await recordActivity(trx, session, { what: 'reports.mail', about: { from: month, count: addresses.length } });
    });
  } catch (error) {
    await refund();
    throw error;
  }
  return addresses;
}

async function spend(limit: Services['reportLimit'], userId: string, addresses: number) {
  try {
    return await spendTogether(Array.from({ length: addresses }, () => limit.use(userId)));
  } catch (error) {
    if (!(error instanceof AppError) || error.retryAfter === undefined) throw error;
    throw new AppError(
      'too-many',
      `You can mail status reports to ${REPORTS_A_DAY} addresses a day. Please try again tomorrow.`,
      { retryAfter: error.retryAfter, cause: error },
    );
  }
}

function noAddress(): AppError {
  const message = 'The company has no e-mail address. Please enter one.';
  return new AppError('invalid', message, { faults: { to: message } });
}
