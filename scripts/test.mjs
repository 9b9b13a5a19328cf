import { accessSync, chmodSync, constants, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { buildWeb, REACT_ROUTER } from './build-web.mjs';
import { LONG_PATTERNS } from './gate/long-lane.mjs';
import { nameSilentFailure, readReport, report, runVitest } from './gate/outcomes.mjs';
import { install } from './install.mjs';
import { launch } from './launch.mjs';
import { runNode } from './processes.mjs';
import { Failure, ROOT } from './runtime.mjs';

/*
 * `npm test`: checks, Vitest without the long lane, and journeys marked `@smoke`. `npm test -- --journeys` runs all
 * journeys. Every step runs even when an earlier one fails; the last lines name the steps and tests
 * that failed and add up the tests, where each check counts as one.
 */

const CHECKS = [
  ['Lint', () => runTool('@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '--colors=off')],
  ['Types', () => checkTypes('.')],
  ['Types of the web app', checkWebTypes],
  ['Structure', () => runNode(['scripts/check-structure.ts'], QUIET)],
  ['Licences', checkLicences],
  ['Unused code', () => runTool('knip/bin/knip.js', '--no-progress', '--treat-config-hints-as-errors')],
];

/** Linux's disk in memory, where the databases and clones of a test are made in a third of the time. */
const MEMORY_DISK = '/dev/shm';

/** Room that the tests leave unused by far; containers may give the disk in memory less. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/** Name of the data folder that the servers of tests begin with. */
const BEGUN = 'begun';

/** For programs that run beside another, whose lines would mix. */
const QUIET = { quiet: true };

const VITEST = 'Unit and API tests';

launch(async () => {
  const allJourneys = readArguments();
  const withoutLongLane = LONG_PATTERNS.map((pattern) => `--exclude=${pattern}`);
  const outcomes = [await check('Packages', install)];
  if (outcomes[0].failures.length === 0) {
    const folder = makeTemporary();
    const begun = check('Data to begin with', () => beginData(folder));
    outcomes.push(...(await Promise.all([begun, check('Web app', buildWeb), runInTurn(CHECKS)])).flat());
    // One after the other: side by side they need nearly as long, and a busy machine makes journeys fail.
    outcomes.push(await step('Browser tests', () => runPlaywright(folder, allJourneys)));
    outcomes.push(
      await step(VITEST, () => runVitest(VITEST, { folder, args: withoutLongLane, env: environment(folder) })),
    );
  }
  return report(outcomes);
});

/**
 * Reads the arguments of the command.
 * @returns {boolean} whether all journeys run
 * @throws {Failure} when there is another argument than `--journeys`
 */
function readArguments() {
  const unknown = process.argv.slice(2).filter((argument) => argument !== '--journeys');
  if (unknown.length === 0) return process.argv.length > 2;
  throw new Failure(`npm test takes --journeys and nothing else, not ${unknown.join(' ')}`);
}

async function runInTurn(checks) {
  const outcomes = [];
  for (const [name, work] of checks) outcomes.push(await check(name, work));
  return outcomes;
}

/** Check, which counts as one test and fails when it throws or ends with another code than 0. */
function check(name, work) {
  return step(name, async () => {
    const result = await work();
    const failed = (result?.code ?? 0) !== 0;
    if (failed) console.log(result.output);
    return { passed: failed ? 0 : 1, skipped: 0, failures: failed ? [name] : [] };
  });
}

/** @returns {Promise<import('./gate/outcomes.mjs').Outcome>} */
async function step(name, work) {
  const started = Date.now();
  const outcome = await work().catch((error) => {
    console.log(error instanceof Error ? error.message : error);
    return { passed: 0, skipped: 0, failures: [name] };
  });
  const seconds = Math.round((Date.now() - started) / 1_000);
  // The line of a build's progress, on a terminal, gives way.
  const clear = process.stdout.isTTY ? '\r\x1b[K' : '';
  console.log(`${clear}— ${name}: ${outcome.failures.length === 0 ? 'passed' : 'failed'}, ${seconds} s`);
  return outcome;
}

function runTool(program, ...args) {
  return runNode([join(ROOT, 'node_modules', program), ...args], QUIET);
}

/** In one thread: of several each finds out the same types again, half as much work once more. */
function checkTypes(project) {
  return runTool('typescript/bin/tsc', '-p', project, '--singleThreaded');
}

async function checkWebTypes() {
  const generated = await runNode([REACT_ROUTER, 'typegen'], { ...QUIET, cwd: join(ROOT, 'apps/web') });
  return generated.code === 0 ? checkTypes('apps/web') : generated;
}

/** What is known of the packages' vulnerabilities is shown, and fails nothing. */
async function checkLicences() {
  const result = await runNode(['scripts/supply-chain/sbom.ts'], QUIET);
  if (result.code === 0) console.log(result.output.trim());
  return result;
}

/** Starts a server once, so that those of the tests need no first start. */
function beginData(folder) {
  return runNode(['e2e/begin-data.ts', join(folder, BEGUN)], { ...QUIET, env: { TMPDIR: folder } });
}

/** What the runners of tests find in their environment: their folder, and in it what servers begin with. */
function environment(folder) {
  const begun = join(folder, BEGUN);
  return { TMPDIR: folder, ...(existsSync(begun) && { BEGUN_DATA_DIR: begun }) };
}

async function runPlaywright(folder, allJourneys) {
  const browser = await findBrowser();
  const file = join(folder, 'playwright.json');
  const args = [join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', '--retries=1', '--reporter=list,json'];
  if (!allJourneys) args.push('--grep=@smoke');
  const env = { ...environment(folder), CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const { code, output } = await runNode(args, { ...QUIET, env });
  console.log(output);
  const { stats, suites } = readReport(file);
  if (stats.flaky > 0) console.log(`${stats.flaky} passed at the second try`);
  return nameSilentFailure('Browser tests', code, {
    passed: stats.expected + stats.flaky,
    skipped: stats.skipped,
    failures: listFailedSpecs(suites),
  });
}

function listFailedSpecs(suites = []) {
  return suites.flatMap(({ specs, suites: inner }) => [
    ...specs.filter(({ ok }) => !ok).map(({ file, title }) => `e2e/${file} › ${title}`),
    ...listFailedSpecs(inner),
  ]);
}

/** Folder for all that the tests leave, which goes with this process. */
function makeTemporary() {
  const folder = mkdtempSync(join(findRoom(), 'anupalan-test-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  // PostgreSQL, which runs as nobody when this is root, gets through to its own.
  chmodSync(folder, 0o755);
  return folder;
}

function findRoom() {
  if (process.env.TMPDIR) return tmpdir();
  try {
    accessSync(MEMORY_DISK, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY_DISK);
    if (Math.min(bavail * bsize, process.availableMemory()) > ENOUGH_BYTES) return MEMORY_DISK;
  } catch {
    // The system has no such disk, or keeps it to itself.
  }
  return tmpdir();
}
