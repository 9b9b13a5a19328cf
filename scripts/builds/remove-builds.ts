import path from 'node:path';
import { removeUnusedBuilds } from '../../apps/server/src/platform/http/pages/web-builds.ts';

/*
 * Removes old builds of the web app that no instance runs on; `build-web.mjs` runs this after each new build, with the
 * project's Node.js, whose locks the servers hold.
 */

removeUnusedBuilds(path.join(import.meta.dirname, '../../apps/web/build'));
