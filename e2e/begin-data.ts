import { renameSync } from 'node:fs';
import { ADMINISTRATOR } from './journey.ts';
import { Server } from './server.ts';

/*
 * Makes the data folder that the servers of journeys and trials begin with (`BEGUN_DATA_DIR`), as a server leaves it that
 * was started once: `node e2e/begin-data.ts FOLDER`.
 */

const [folder = ''] = process.argv.slice(2);
const server = await Server.startFirst({ ADMIN_PASSWORD: ADMINISTRATOR.password });
await server.stop();
renameSync(server.dataDir, folder);
