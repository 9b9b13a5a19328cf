import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { judgeLicences, LicencePolicy, listLicences, readSbom } from './licences.ts';
import { describeAudit } from './vulnerabilities.ts';

/*
 * Writes down what the product is made of: `build/sbom.json` (CycloneDX) and `build/licences.txt`, both from the lock
 * file without asking anybody. A licence that licences.json doesn't allow fails. Then asks the registry for known
 * vulnerabilities of what runs in production: what it says is printed and fails nothing, so that an advisory of
 * tomorrow doesn't stop a build of today.
 */

const ROOT = path.join(import.meta.dirname, '../..');

const BUILD = path.join(ROOT, 'build');

/** Milliseconds in which the registry answers, or is taken to be away. */
const AUDIT_MS = 15_000;

interface Ran {
  stdout: string;
}

/** Runs the npm that started this, with its own Node.js. */
function runNpm(args: string[], timeout?: number): Promise<Ran> {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  const [command, first] = npm && node ? [node, [npm]] : ['npm', []];
  return promisify(execFile)(command, [...first, ...args], { cwd: ROOT, maxBuffer: 64 * 1024 ** 2, timeout });
}

/** npm ends with 1 both when it found something and when it could not ask; its answer says which. */
function readAnswer(failure: unknown): string {
  return failure instanceof Error && 'stdout' in failure ? String(failure.stdout) : '';
}

const { stdout } = await runNpm(['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error']);
mkdirSync(BUILD, { recursive: true });
writeFileSync(path.join(BUILD, 'sbom.json'), stdout);
const policy = LicencePolicy.parse(JSON.parse(readFileSync(path.join(import.meta.dirname, 'licences.json'), 'utf8')));
const components = readSbom(stdout);
writeFileSync(path.join(BUILD, 'licences.txt'), listLicences(components, policy));
const faults = judgeLicences(components, policy);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

const audit = [
  'audit',
  '--omit=dev',
  '--json',
  '--fetch-retries=0',
  `--fetch-timeout=${AUDIT_MS}`,
  '--loglevel=silent',
];
const asked = await runNpm(audit, 2 * AUDIT_MS).then(({ stdout: answer }) => answer, readAnswer);
for (const line of describeAudit(asked)) console.log(line);
