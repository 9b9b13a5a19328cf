import { parentPort } from 'node:worker_threads';

/* Takes as many milliseconds of processor as it is told. */

parentPort?.on('message', (bytes: Uint8Array) => {
  const ms = Number(new TextDecoder().decode(bytes));
  const before = process.threadCpuUsage();
  for (;;) {
    const { user, system } = process.threadCpuUsage(before);
    if (user + system >= ms * 1_000) break;
  }
  parentPort?.postMessage(ms);
});

parentPort?.postMessage('ready');
