import { join } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { install } from './install.mjs';
import { launch } from './launch.mjs';
import { runNode } from './processes.mjs';
import { ROOT } from './runtime.mjs';

/*
 * `npm run test:long`: the trials of `npm test`, for hours. `FUZZ_REQUESTS`, `FUZZ_SEED`, `KILLS`,
 * `DELIVERY_KILLS`, `PACK_KILLS`, `FILE_KILLS`, `COMPANY_KILLS`, `COMPANIES_RUNS`, `POISONED`, `OUTSIDERS_TURN`, `DIGEST_DAYS` and
 * `DIGEST_SEED` choose how long.
 */

const LONG = {
  ...{ FUZZ_REQUESTS: '1000000', KILLS: '1000', DELIVERY_KILLS: '200', PACK_KILLS: '200', FILE_KILLS: '200' },
  ...{ COMPANY_KILLS: '200', COMPANIES_RUNS: '500', DIGEST_DAYS: '400', OUTSIDERS_TURN: '1', POISONED: '1' },
};

launch(async () => {
  await install();
  await buildWeb();
  const env = { ...LONG, ...process.env };
  const { code } = await runNode([join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', 'trials'], { env });
  return code;
});
