import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runNode } from '../processes.mjs';
import { ROOT } from '../runtime.mjs';

/** @typedef {{ passed: number, skipped: number, failures: string[] }} Outcome failures: their names */

/**
 * Prints the failures, and the sums as the last line.
 * @param {Outcome[]} outcomes
 * @returns {number} exit code
 */
export function report(outcomes) {
  const count = (counted) => outcomes.reduce((total, outcome) => total + counted(outcome), 0);
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  const passed = count((outcome) => outcome.passed);
  const skipped = count((outcome) => outcome.skipped);
  console.log();
  for (const failure of failures) console.log(`failed: ${failure}`);
  console.log(`${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failures.length === 0 ? 0 : 1;
}

/**
 * Runs Vitest, whose report goes into a folder.
 * @param {string} name of the step
 * @param {{ folder: string, args: string[], env: Record<string, string | undefined> }} run
 * @returns {Promise<Outcome>}
 */
export async function runVitest(name, { folder, args, env }) {
  const file = join(folder, 'vitest.json');
  const program = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await runNode([program, 'run', ...reporters, ...args], { env });
  const { numPassedTests, numPendingTests, numTodoTests, testResults } = readReport(file);
  const failures = testResults.filter(isFailed).flatMap(({ name, assertionResults }) => {
    const tests = assertionResults.filter(isFailed).map(({ fullName }) => ` › ${fullName}`);
    return (tests.length > 0 ? tests : [' as a whole']).map((test) => relative(ROOT, name) + test);
  });
  return nameSilentFailure(name, code, { passed: numPassedTests, skipped: numPendingTests + numTodoTests, failures });
}

function isFailed({ status }) {
  return status === 'failed';
}

/** Reads the report that a runner wrote as JSON. @throws when there is none */
export function readReport(file) {
  if (!existsSync(file)) throw new Error('The runner ended without a report');
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * Names a run without tests as a failure, and one that failed without a failed test (by an error outside the tests, say).
 */
export function nameSilentFailure(name, code, outcome) {
  const { passed, failures } = outcome;
  if (failures.length > 0 || (code === 0 && passed > 0)) return outcome;
  return { ...outcome, failures: [`${name}: ended with code ${code}, ${passed} passed`] };
}
