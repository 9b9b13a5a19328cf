import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { buildWeb, REACT_ROUTER } from './build-web.mjs';
import { install } from './install.mjs';
import { launch } from './launch.mjs';
import { runNode } from './processes.mjs';
import { ROOT } from './runtime.mjs';

/*
 * `npm test`, the whole gate. Every step runs even when an earlier one fails; the last line adds up the tests, and
 * counts each check as one.
 */

const STEPS = [
  ['Web app', asCheck(() => buildWeb())],
  ['Lint', asCheck(lint)],
  ['Types', asCheck(() => runTool('typescript/bin/tsc', '-p', '.'))],
  ['Types of the web app', asCheck(checkWebTypes)],
  ['Structure', asCheck(() => runNode(['scripts/check-structure.ts']))],
  ['Unused code', asCheck(() => runTool('knip/bin/knip.js', '--no-progress', '--treat-config-hints-as-errors'))],
  ['Unit and API tests', runVitest],
  ['Browser tests', runPlaywright],
];

const FAILED_CHECK = { passed: 0, failed: 1, skipped: 0 };

launch(async () => {
  const total = { passed: 0, failed: 0, skipped: 0 };
  const add = (counts) => {
    for (const outcome of Object.keys(total)) total[outcome] += counts[outcome];
  };
  const isInstalled = await step('Packages', asCheck(install));
  add(isInstalled);
  if (isInstalled.failed === 0) for (const [name, work] of STEPS) add(await step(name, work));
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
  return total.failed === 0 ? 0 : 1;
});

async function step(name, work) {
  console.log(`\n— ${name}`);
  try {
    const counts = await work();
    if (counts.failed > 0) console.log(`— ${name}: failed`);
    return counts;
  } catch (error) {
    console.log(error instanceof Error ? error.message : error);
    console.log(`— ${name}: failed`);
    return FAILED_CHECK;
  }
}

/** Counts a check as one test, which fails when the check throws or ends with another code than 0. */
function asCheck(work) {
  return async () => {
    const result = await work();
    return result && result.code !== 0 ? FAILED_CHECK : { passed: 1, failed: 0, skipped: 0 };
  };
}

function runTool(program, ...args) {
  return runNode([join(ROOT, 'node_modules', program), ...args]);
}

function lint() {
  const colors = process.stdout.isTTY ? [] : ['--colors=off'];
  return runTool('@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', ...colors);
}

async function checkWebTypes() {
  const cwd = join(ROOT, 'apps/web');
  const generated = await runNode([REACT_ROUTER, 'typegen'], { cwd });
  return generated.code === 0 ? runTool('typescript/bin/tsc', '-p', 'apps/web') : generated;
}

function runVitest() {
  return withReport(async (report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const { code } = await runTool('vitest/vitest.mjs', 'run', ...reporters);
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = readReport(report);
    return countSilentFailure(code, {
      passed: numPassedTests,
      failed: numFailedTests,
      skipped: numPendingTests + numTodoTests,
    });
  });
}

async function runPlaywright() {
  const browser = await findBrowser();
  return withReport(async (report) => {
    const args = [join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json'];
    const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
    const { code } = await runNode(args, { env });
    const { expected, unexpected, flaky, skipped } = readReport(report).stats;
    if (flaky > 0) console.log(`${flaky} passed at the second try`);
    return countSilentFailure(code, { passed: expected + flaky, failed: unexpected, skipped });
  });
}

async function withReport(work) {
  const folder = mkdtempSync(join(tmpdir(), 'anupalan-report-'));
  try {
    return await work(join(folder, 'report.json'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readReport(file) {
  if (!existsSync(file)) throw new Error('The runner ended without a report');
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * Counts a run without tests, or one that failed without a failed test (a file that doesn't load, say), as a failure of
 * its own.
 */
function countSilentFailure(code, counts) {
  const ranNothing = counts.passed + counts.failed === 0;
  const hidesFailure = code !== 0 && counts.failed === 0;
  return ranNothing || hidesFailure ? { ...counts, failed: counts.failed + 1 } : counts;
}
