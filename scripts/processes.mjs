import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { SECRETS } from '../apps/server/src/settings/settings.mjs';
import { findNode, ROOT } from './runtime.mjs';

/**
 * Milliseconds within which two signals count as one: Ctrl-C reaches this process by the terminal and once more by npm.
 */
const ONE_PRESS_MS = 500;

const PARENT_CHECK_MS = 250;

/** Where the project's Node.js keeps what it compiled, which makes the next start a third quicker. */
const COMPILED = process.env.NODE_COMPILE_CACHE || join(ROOT, 'node_modules/.cache/compiled');

const SIGNAL_CODES = { SIGINT: 130, SIGTERM: 143 };

const running = new Set();
let lastSignal = 0;
let stoppedBy;

/**
 * Makes this process and what it runs end together: signals go on to the programs that run, and the end of npm, when npm
 * started this, counts as a SIGTERM.
 */
export function endTogether() {
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('SIGTERM', () => stop('SIGTERM'));
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || stop('SIGTERM'), PARENT_CHECK_MS).unref();
}

function stop(signal) {
  const now = Date.now();
  if (now - lastSignal < ONE_PRESS_MS) return;
  lastSignal = now;
  stoppedBy = signal;
  if (running.size === 0) process.exit(SIGNAL_CODES[signal]);
  for (const child of running) child.kill(signal);
}

/**
 * @typedef {{ cwd?: string, env?: Record<string, string>, quiet?: boolean, secrets?: boolean }} RunOptions quiet: the
 *   output is collected instead of shown. secrets: the program is the server, or works as it does, and sees the secret
 *   settings, which nothing else does.
 * @typedef {{ code: number, output: string }} RunResult
 */

/**
 * Runs any program to its end, with standard input closed.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} options
 * @returns {Promise<RunResult>}
 */
export async function run(command, args, options = {}) {
  const result = await supervise(process.execPath, [join(ROOT, 'scripts/leash.mjs'), command, ...args], options);
  if (stoppedBy) process.exit(SIGNAL_CODES[stoppedBy]);
  return result;
}

/** Runs a script with the project's Node.js, which also is the `node` of whatever that starts. */
export function runNode(args, options = {}) {
  return run(findNode(), args, withOwnNode(options));
}

/** Runs the server, which stops in order when it is told to or this process is gone; the exit code is its own. */
export function runServer(args) {
  return supervise(findNode(), args, withOwnNode({ secrets: true }));
}

function withOwnNode(options) {
  const path = `${dirname(findNode())}${delimiter}${process.env.PATH}`;
  return { ...options, env: { PATH: path, NODE_COMPILE_CACHE: COMPILED, ...options.env } };
}

/** The environment without the secret settings: a package's install script or a build has no business with them. */
function withoutSecrets(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !SECRETS.includes(name)));
}

/**
 * Starts a program apart from the terminal, whose signals come to this process only, and with a channel that tells of
 * this process's end.
 */
function supervise(command, args, { cwd = ROOT, env = {}, quiet = false, secrets = false }) {
  const stream = quiet ? 'pipe' : 'inherit';
  const child = spawn(command, args, {
    cwd,
    env: { ...(secrets ? process.env : withoutSecrets(process.env)), ...env },
    detached: true,
    stdio: ['ignore', stream, stream, 'ipc'],
  });
  running.add(child);
  let output = '';
  const collect = (chunk) => {
    output += chunk;
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve({ code: code ?? SIGNAL_CODES[signal] ?? 1, output });
    });
  });
}
