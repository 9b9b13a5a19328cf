import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { buildWeb } from './build-web.mjs';
import { install } from './install.mjs';
import { launch } from './launch.mjs';
import { runNode } from './processes.mjs';
import { ROOT } from './runtime.mjs';

/*
 * `npm run test:long`: the tests that `npm test` leaves out. `FUZZ_REQUESTS`, `FUZZ_SEED`, `KILLS`,
 * `DELIVERY_KILLS`, `PACK_KILLS`, `FILE_KILLS`, `COMPANY_KILLS`, `COMPANIES_RUNS`, `POISONED`, `OUTSIDERS_TURN`,
 * `DIGEST_DAYS` and `DIGEST_SEED` choose how long; `OLDEST_POSTGRES` names the folder of PostgreSQL 15's programs,
 * `VNU_JAR` the Nu Html Checker.
 */

const LONG = {
  // Debian's postgresql-15 has its programs here.
  OLDEST_POSTGRES: '/usr/lib/postgresql/15/bin',
  ...{ FUZZ_REQUESTS: '1000000', KILLS: '1000', DELIVERY_KILLS: '200', PACK_KILLS: '200', FILE_KILLS: '200' },
  ...{ COMPANY_KILLS: '200', COMPANIES_RUNS: '500', DIGEST_DAYS: '400', OUTSIDERS_TURN: '1', POISONED: '1' },
};

/** Parts of the paths that `LONG_FILES` of `long-lane.mjs` match. */
const LONG_FILTERS = ['trials/', 'bench/', 'scripts/start.test', 'embedded-postgres/', 'sequences.test'];

/** Browsers of `trials/browsers`, and how Debian installs them. */
const BROWSERS = [
  { name: 'Firefox', program: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr', packages: 'firefox-esr' },
  {
    name: 'WebKit',
    program: process.env.WEBKIT_DRIVER_PATH ?? '/usr/bin/WebKitWebDriver',
    packages: 'webkit2gtk-driver xvfb',
  },
];

launch(async () => {
  for (const { name, program, packages } of BROWSERS) {
    if (!existsSync(program))
      console.log(`${name} is not tested: this machine has no ${program} (apt-get install ${packages}).`);
  }
  await install();
  await buildWeb();
  const env = { ...LONG, BROWSERS: '1', CHROMIUM_PATH: await findBrowser(), ...process.env };
  const { code } = await runNode([join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...LONG_FILTERS], { env });
  return code;
});
