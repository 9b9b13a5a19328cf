import { createReadStream } from 'node:fs';
import { readConfig } from '../../apps/server/src/config.ts';
import { takeCompanyIn } from '../../apps/server/src/features/company-files/commands-take-in.ts';
import { createCompanyFileMaker } from '../../apps/server/src/features/company-files/company-file-maker.ts';
import { getOwnWorkspace } from '../../apps/server/src/features/members/queries.ts';
import { makeFiles } from '../../apps/server/src/features/prepared-files/make-files.ts';
import { unattendedSession } from '../../apps/server/src/identity/members/unattended-session.ts';
import { openFileStore } from '../../apps/server/src/platform/files/store/open-file-store.ts';
import { openDatabase } from '../../apps/server/src/platform/postgres/database.ts';
import { openOutageLog } from '../../apps/server/src/platform/postgres/outage-log.ts';

/*
 * An instance that makes the files of companies in the database that it is given, or takes one in for a person, until it
 * is killed. It says when it begins with that, and when it is done.
 */

const [databaseUrl = '', userId = '', archive = ''] = process.argv.slice(2);
const { log } = openOutageLog({ level: 'warn' });
const database = openDatabase(databaseUrl, (error) => log.warn(error));
const config = readConfig({ DATABASE_URL: databaseUrl });
const files = await openFileStore(database.db, config);
const jobs = { enqueue: async () => {}, forget: async () => {} };
const services = { database, files, jobs, log, config, now: Temporal.Now.instant };

process.stdout.write('begins\n');
if (archive === '') {
  await makeFiles(services, { makers: [createCompanyFileMaker(services)], heldSeconds: 1, isStopping: () => false });
} else {
  const about = { workspaceId: null, purpose: 'import', mediaType: 'application/zip', maxBytes: 1e9 } as const;
  const { id: fileId } = await files.write(createReadStream(archive), about);
  const session = unattendedSession(
    { userId, role: 'premium' },
    {
      workspaceId: await getOwnWorkspace(database.db, userId),
      companyId: null,
      member: { id: '', role: 'owner', scope: null },
      plan: 'premium',
      frozen: false,
    },
  );
  await takeCompanyIn(services, session, { fileId, dryRun: false, fill: false });
}
process.stdout.write('done\n');
await database.close();
