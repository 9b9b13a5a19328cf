import { findGiven, runCommand, startOwnDatabase } from './command.ts';
import { readConfig } from './config.ts';
import { describeSums } from './platform/backup/dump.ts';
import { requirePassphrase } from './platform/backup/encrypted-file.ts';
import { readBackup, restore } from './platform/backup/restore.ts';
import { StartupError } from './platform/errors/startup-error.ts';

/** `npm run restore -- FILE`: loads a backup into an empty database, and into no other (R-backups-3). */
await runCommand(async (running) => {
  const { backupPassphrase, databaseUrl, databaseOwnerUrl, dataDir } = readConfig(process.env);
  const passphrase = requirePassphrase(backupPassphrase);
  const given = process.argv[2];
  if (!given) throw new StartupError('Say which file to restore, for example npm run restore -- anupalan.backup.age');
  const file = findGiven(given);
  const header = await readBackup({ file, passphrase });
  const target = databaseOwnerUrl ?? databaseUrl ?? (await startOwnDatabase(running, dataDir));
  const sums = await restore(target, { file, passphrase }, header);
  process.stdout.write(`${file}: ${describeSums(sums)} restored and compared\n`);
});
