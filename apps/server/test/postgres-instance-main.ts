import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/start.ts';
import { StartupError } from '../src/platform/errors/startup-error.ts';
import { onShutdown } from '../src/platform/process/shutdown.ts';

/*
 * A process that holds an embedded PostgreSQL, as the server does: prints the database's address, or why there is none.
 * SIGTERM stops it as it should be; SIGUSR2 ends it without stopping anything.
 */

const say = (message: unknown) => process.stdout.write(`${message}\n`);

const started = startEmbeddedPostgres({
  dataDir: process.argv[2] ?? '',
  log: { info: say, warn: say },
  durable: process.argv[3] !== 'throwaway',
  onLost: (error) => {
    say(error);
    process.exit(2);
  },
});
onShutdown(
  async () => {
    const postgres = await started;
    postgres.announceStop();
    await postgres.stop();
  },
  { error: say },
);
process.once('SIGUSR2', () => process.exit(0));
try {
  say((await started).ownerUrl);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  say(error);
  process.exit(1);
}
