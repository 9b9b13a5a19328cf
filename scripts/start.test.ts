import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../apps/server/src/platform/process/free-port.ts';
import { keepRunning, listTree } from './process-tree.ts';

const ROOT = path.join(import.meta.dirname, '..');

const READY = 'Anupalan is ready';

/** A clone in a folder of its own, built and installed already. */
let clone: string;
let port: number;
const commands: Command[] = [];

beforeAll(async () => {
  clone = mkdtempSync(path.join(tmpdir(), 'anupalan-clone-'));
  const notCloned = /\/(node_modules|data|docs|e2e|test-results|\.git|\.ci|\.react-router)$/;
  cpSync(ROOT, clone, { recursive: true, filter: (source) => source === ROOT || !notCloned.test(source) });
  linkInstalled(path.join(clone, 'node_modules'), path.join(ROOT, 'node_modules'));
  port = await findFreePort();
});

/** Links what is installed entry by entry, so that nothing in the clone can harm the installation itself. */
function linkInstalled(folder: string, installed: string): void {
  mkdirSync(folder);
  for (const name of readdirSync(installed)) {
    const target = path.join(folder, name);
    if (name === '.cache') continue;
    if (name === '.package-lock.json') cpSync(path.join(installed, name), target);
    else if (name === '@anupalan')
      cpSync(path.join(installed, name), target, { recursive: true, verbatimSymlinks: true });
    else symlinkSync(path.join(installed, name), target);
  }
}

afterAll(async () => {
  for (const command of commands) await command.killAll();
  rmSync(clone, { recursive: true });
});

// A clone that is not built yet is built. Each test ends the instance that the one before it left, and leaves the next.
describe('npm start', { timeout: 120_000 }, () => {
  test('starts a fresh clone', async () => {
    const command = await runningOne();
    expect(command.output()).toMatch(/Administrator\s+admin@anupalan\.local\n\s+Password\s+\S+/);
    expect((await fetch(`http://localhost:${port}/api/health/ready`)).status).toBe(200);
    expect(listTree(command.pid).length).toBeGreaterThan(5);
  });

  test('starts again after everything was killed, in no time and with its data', async () => {
    await (await runningOne()).killAll();
    const began = Date.now();
    const again = await startReady();
    process.stdout.write(`npm start after kill -9: ready in ${Date.now() - began} ms\n`);
    expect(again.output()).not.toMatch(/Password|Installing|Building/);
  });

  test.each([
    ['npm', 0],
    ['the launcher', 1],
    ['the server', 2],
  ])('when only %s is killed, the next start finds nothing in its way', async (_, generation) => {
    const command = await runningOne();
    const processes = listTree(command.pid);
    process.kill(processes[generation] ?? Number.NaN, 'SIGKILL');
    await command.ended;
    await startReady();
    expect(keepRunning(processes)).toEqual([]);
  });

  test.each([
    ['SIGTERM', (pid: number) => process.kill(pid, 'SIGTERM')],
    ['one Ctrl-C, which a terminal sends to all of it,', (pid: number) => process.kill(-pid, 'SIGINT')],
  ])('%s ends it in order and leaves no process', async (_, end) => {
    const command = await runningOne();
    const processes = listTree(command.pid);
    end(command.pid);
    expect(await command.ended).toBe(0);
    expect(keepRunning(processes)).toEqual([]);
  });
});

describe('a reason not to start is one line', () => {
  let other: Server;

  beforeAll(async () => {
    other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
  });

  afterAll(() => other.close());

  test('a port in use', async () => {
    const taken = portOf(other);
    await expectRefusal({ PORT: String(taken) }, `PORT ${taken} is already in use`);
  });

  test('a wrong setting', async () => {
    await expectRefusal({ PORT: 'many' }, 'PORT must be a whole number from 0 to 65535, for example PORT=3000');
  });

  test('a guessable password of the administrator, before the server listens', async () => {
    const weak = {
      PASSWORD_POLICY: 'strict',
      ADMIN_EMAIL: 'root@example.in',
      ADMIN_PASSWORD: 'Root#12345-long-Kestrel',
    };
    const line = 'ADMIN_PASSWORD is refused: Password must not contain the name of your email address';
    await expectRefusal({ ...weak, PORT: String(portOf(other)) }, line);
  });

  test('wrong settings, all at once and before anything is installed or built, by the oldest Node.js too', async () => {
    const bare = path.join(clone, 'bare');
    for (const part of ['scripts', 'apps/server/src/settings', 'apps/server/src/platform/http/is-loopback.mjs']) {
      cpSync(path.join(ROOT, part), path.join(bare, part), { recursive: true });
    }
    const program = [process.execPath, '--no-strip-types', path.join(bare, 'scripts/start.mjs')];
    const command = run(program, { NODE_ENV: 'production', SMTP_URL: 'mail.example.in', PORT: 'many' });
    expect(await command.ended).toBe(1);
    expect(command.errors().trim().split('\n')).toEqual([
      'PORT must be a whole number from 0 to 65535, for example PORT=3000',
      expect.stringContaining('SMTP_URL must be an address that starts with smtp:// or smtps://'),
      expect.stringContaining('PUBLIC_URL must start with https:// with NODE_ENV=production'),
    ]);
    expect(readdirSync(bare).sort()).toEqual(['apps', 'scripts']);
  });

  test('a data folder that can not be written to', async () => {
    await expectRefusal({ DATA_DIR: path.join(clone, 'package.json') }, "DATA_DIR can't be written to");
  });

  async function expectRefusal(env: Record<string, string>, reason: string): Promise<void> {
    const command = run([process.execPath, 'scripts/start.mjs'], { LOG_LEVEL: 'silent', ...env });
    expect(await command.ended).toBe(1);
    expect(command.errors().trim().split('\n')).toEqual([expect.stringContaining(reason)]);
  }
});

interface Command {
  pid: number;
  /** The exit code, when all that could still write is gone. */
  ended: Promise<number | null>;
  ready: Promise<void>;
  output(): string;
  errors(): string;
  killAll(): Promise<void>;
}

let running: Command | undefined;

/** The instance that runs, or a new one where none does: a start takes seconds. */
async function runningOne(): Promise<Command> {
  return running ?? (await startReady());
}

async function startReady(): Promise<Command> {
  const command = run(['npm', 'start']);
  await Promise.race([command.ready, command.ended]);
  expect(command.output() + command.errors()).toContain(READY);
  running = command;
  command.ended.then(() => {
    if (running === command) running = undefined;
  });
  return command;
}

function run([program = '', ...args]: string[], env: Record<string, string> = {}): Command {
  const child = spawn(program, args, {
    cwd: clone,
    // Nothing compiled is kept beyond the clone.
    env: { ...process.env, NODE_COMPILE_CACHE: '', NODE_ENV: 'development', PORT: String(port), ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.includes(READY)) resolve();
    });
  });
  const ended = once(child, 'close').then(([code]) => code);
  const killAll = () => killTree(child, ended);
  const command = { pid: child.pid ?? 0, ended, ready, output: () => output, errors: () => errors, killAll };
  commands.push(command);
  return command;
}

async function killTree(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  for (const pid of keepRunning(listTree(child.pid ?? 0))) kill(pid);
  await ended;
}

/** A process may have ended by itself, after its parent. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port');
  return address.port;
}
