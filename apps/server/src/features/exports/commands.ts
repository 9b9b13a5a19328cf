import type { ExportedTable } from '@anupalan/contract/proof/exports';
import type { Kysely } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { Services } from '../../services.ts';
import { recordActivity } from '../activity/commands.ts';
import { payerBytesOf } from '../evidence/named-files.ts';
import { askForFile } from '../prepared-files/commands.ts';
import type { PreparedFileRow } from '../prepared-files/prepared-file.ts';
import type { WantedExport } from './export-maker.ts';

/** Has a long table made by the job. @throws AppError too-many */
export async function askForExport(
  { database, jobs, config }: Pick<Services, 'database' | 'jobs' | 'config'>,
  session: Session,
  wanted: WantedExport,
  name: string,
): Promise<PreparedFileRow> {
  return await database.db.transaction().execute(async (trx) => {
    const payerBytes = payerBytesOf(config);
    const file = await askForFile(trx, jobs, session, { kind: 'export', wanted, name, payerBytes });
    await recordActivity(trx, session, { what: 'exports.make', about: { kind: wanted.table } });
    return file;
  });
}

/** Notes in the activity that somebody took a table out (R-exports-2). */
export async function noteExport(db: Kysely<DB>, session: Session, table: ExportedTable): Promise<void> {
  await db
    .transaction()
    .execute((trx) => recordActivity(trx, session, { what: 'exports.make', about: { kind: table } }));
}
