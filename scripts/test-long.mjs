import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { buildWeb } from './build-web.mjs';
import { LONG_LANE } from './gate/long-lane.mjs';
import { report, runVitest } from './gate/outcomes.mjs';
import { install } from './install.mjs';
import { launch } from './launch.mjs';

/*
 * `npm run test:long`: the tests that `npm test` leaves out. It takes an hour at most on two cores. Variables ask for
 * more: `FUZZ_REQUESTS`, `FUZZ_SEED`, `KILLS`, `DELIVERY_KILLS`, `PACK_KILLS`, `FILE_KILLS`, `COMPANY_KILLS`,
 * `COMPANY_FILES`, `COMPANIES_RUNS`, `POISONED`, `OUTSIDERS_TURN`, `DIGEST_DAYS` and `DIGEST_SEED`; `OLDEST_POSTGRES`
 * names the folder of PostgreSQL 15's programs, `VNU_JAR` the Nu Html Checker.
 */

const LONG = {
  // Debian's postgresql-15 has its programs here.
  OLDEST_POSTGRES: '/usr/lib/postgresql/15/bin',
  ...{ FUZZ_REQUESTS: '40000', KILLS: '40', DELIVERY_KILLS: '20', PACK_KILLS: '20', FILE_KILLS: '20' },
  ...{ COMPANY_KILLS: '20', COMPANY_FILES: '40', COMPANIES_RUNS: '60' },
};

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
  const folder = mkdtempSync(join(tmpdir(), 'anupalan-long-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return report([await runVitest('Long tests', { folder, args: LONG_LANE, env })]);
});
