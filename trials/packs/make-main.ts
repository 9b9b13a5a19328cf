import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '../../apps/server/src/config.ts';
import { createPackMaker } from '../../apps/server/src/features/packs/pack-maker.ts';
import { makeFiles } from '../../apps/server/src/features/prepared-files/make-files.ts';
import { openFileStore } from '../../apps/server/src/platform/files/store/open-file-store.ts';
import { openDatabase } from '../../apps/server/src/platform/postgres/database.ts';
import { openOutageLog } from '../../apps/server/src/platform/postgres/outage-log.ts';

/* An instance that only makes packs, in the database that it is given, until it is killed. */

const [databaseUrl = ''] = process.argv.slice(2);
const { log } = openOutageLog({ level: 'warn' });
const database = openDatabase(databaseUrl, (error) => log.warn(error));
const config = readConfig({ DATABASE_URL: databaseUrl });
const files = await openFileStore(database.db, config);
const jobs = { enqueue: async () => {}, forget: async () => {} };
const services = { database, files, jobs, log, config, now: Temporal.Now.instant };
// Short, so that what a killed one had is soon another's.
const work = { makers: [createPackMaker(services)], heldSeconds: 1, isStopping: () => false };
for (;;) {
  await makeFiles(services, work);
  await pause(50);
}
