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
 * Mails a report, to each address by itself (R-reports-7 to R-reports-9); it is read once the limit has room for it.
 * @returns the addresses
 * @throws AppError invalid without an address where the company has none; too-many
 */
export async function mailReport(
  { database, jobs, reportLimits }: Pick<Services, 'database' | 'jobs' | 'reportLimits'>,
  session: Session,
  read: () => Promise<StatusReport>,
  { to, message = '' }: Pick<MailedReport, 'to' | 'message'>,
): Promise<string[]> {
  const refund = await spend(reportLimits, session, to?.length ?? 1);
  try {
    const report = await read();
    const addresses = to ?? (report.companyEmail === '' ? [] : [report.companyEmail]);
    if (addresses.length === 0) throw noAddress();
    const mails = await Promise.all(addresses.map((address) => composeReportMail(address, report, message)));
    await database.db.transaction().execute(async (trx) => {
      for (const mail of mails) await enqueueMail(trx, jobs, mail);
      const month = toIsoMidnight(Temporal.PlainDate.from(`${report.month}-01`));
      await recordActivity(trx, session, { what: 'reports.mail', about: { from: month, count: addresses.length } });
    });
    return addresses;
  } catch (error) {
    await refund();
    throw error;
  }
}

async function spend(limits: Services['reportLimits'], { plan, userId }: Session, addresses: number) {
  try {
    return await spendTogether(Array.from({ length: addresses }, () => limits[plan].use(userId)));
  } catch (error) {
    if (!(error instanceof AppError) || error.retryAfter === undefined) throw error;
    const most = `${REPORTS_A_DAY[plan]} addresses a day${plan === 'free' ? ' on the free plan' : ''}`;
    const message = `You can mail status reports to ${most}. Please try again tomorrow.`;
    throw new AppError('too-many', message, { retryAfter: error.retryAfter, cause: error });
  }
}

function noAddress(): AppError {
  const message = 'The company has no e-mail address. Please enter one.';
  return new AppError('invalid', message, { faults: { to: message } });
}
