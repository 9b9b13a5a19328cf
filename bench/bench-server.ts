import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { findFreePort } from '../apps/server/src/platform/process/free-port.ts';

/** A server in a process of its own, which reports its CPU time. */
export interface BenchServer extends AsyncDisposable {
  readonly port: number;
  readCpuMs(): Promise<number>;
  /** `process.memoryUsage()` after a full collection; needs `--expose-gc`. */
  readMemory(): Promise<unknown>;
  /** The most bytes that were ever resident. */
  readPeak(): Promise<number>;
}

/** Starts a program that listens on `PORT`; resolves when it answers. */
export async function startServer(
  program: string,
  env: Record<string, string>,
  options: readonly string[] = [],
): Promise<BenchServer> {
  const port = await findFreePort();
  const child = fork(path.resolve(import.meta.dirname, program), {
    execArgv: [...options, '--import', path.join(import.meta.dirname, 'tell-cpu.ts')],
    env: { PATH: process.env.PATH, PORT: String(port), CALLS_PER_USER: '1000000', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const server: BenchServer = {
    port,
    async readCpuMs() {
      child.send('cpu?');
      const [milliseconds] = await once(child, 'message');
      return milliseconds;
    },
    async readMemory() {
      child.send('memory?');
      const [usage] = await once(child, 'message');
      return usage;
    },
    async readPeak() {
      child.send('peak?');
      const [bytes] = await once(child, 'message');
      return bytes;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
    },
  };
  await Promise.race([untilItAnswers(port), ended.then(() => Promise.reject(new Error(`${program} ended`)))]);
  return server;
}

async function untilItAnswers(port: number): Promise<void> {
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
  while (!(await answers())) await new Promise((resolve) => setTimeout(resolve, 50));
}
