import { todayInIndia } from '@anupalan/domain/calendar-day';
import { recordAudit } from '../../identity/audit.ts';
import type { Session } from '../../identity/sessions.ts';
import type { Services } from '../../services.ts';
import { recordActivity } from '../activity/commands.ts';
import { getCompany } from '../companies/queries.ts';
import { payerBytesOf } from '../evidence/named-files.ts';
import { askForFile } from '../prepared-files/commands.ts';
import { makeAddress } from '../prepared-files/commands-address.ts';
import type { PreparedFileRow } from '../prepared-files/prepared-file.ts';

/** Has a file made of all of the company (R-company-files-1). @throws AppError conflict while another is made */
export async function askForCompanyFile(
  { database: { db }, jobs, now, config }: Pick<Services, 'database' | 'jobs' | 'now' | 'config'>,
  session: Session,
): Promise<PreparedFileRow> {
  const { _id: id } = await getCompany(db, session.workspaceId);
  const name = `company-${todayInIndia(now())}.zip`;
  return await db.transaction().execute(async (trx) => {
    const payerBytes = payerBytesOf(config);
    const file = await askForFile(trx, jobs, session, { kind: 'company', wanted: {}, name, payerBytes });
    await recordActivity(trx, session, { what: 'company-files.make' });
    await recordAudit(trx, session, { noun: 'companies', verb: 'export', id });
    return file;
  });
}

/** Makes an address of such a file, which the activity tells of (R-company-files-5). @returns its token */
export async function addressCompanyFile(
  { database: { db } }: Pick<Services, 'database'>,
  session: Session,
  file: PreparedFileRow,
): Promise<string> {
  return await db.transaction().execute(async (trx) => {
    const token = await makeAddress(trx, session, file);
    await recordActivity(trx, session, { what: 'company-files.fetch' });
    return token;
  });
}
