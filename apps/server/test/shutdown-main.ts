import { onShutdown } from '../src/platform/process/shutdown.ts';

/* A process that stops as its first argument says: cleanly, with a fault, or never. */

const say = (message: unknown) => process.stdout.write(`${message}\n`);

const stops: Record<string, () => Promise<void>> = {
  clean: async () => {},
  fault: async () => {
    throw new Error('a fault');
  },
  never: () => new Promise(() => {}),
};

onShutdown(
  (reason) => {
    say(`stopping: ${reason}`);
    return stops[process.argv[2] ?? '']?.() ?? Promise.reject(new Error('no such way'));
  },
  { error: (_fault, message) => say(message) },
  Number(process.argv[3] ?? 10_000),
);
setInterval(() => {}, 1_000);
say('ready');
