import { findGiven, runCommand, startOwnDatabase } from './command.ts';
import { findOwnerUrl, readConfig } from './config.ts';
import { describeSums } from './platform/backup/dump.ts';
import { requirePassphrase } from './platform/backup/encrypted-file.ts';
import { readBackup, restore } from './platform/backup/restore.ts';
import { StartupError } from './platform/errors/startup-error.ts';

/** `npm run restore -- FILE`: loads a backup into an empty database, and into no other (R-backups-3). */
await runCommand(async (running) => {
  const config = readConfig(process.env);
  const passphrase = requirePassphrase(config.backupPassphrase);
  const given = process.argv[2];
  if (!given) throw new StartupError('Say which file to restore, for example npm run restore -- anupalan.backup.age');
  const file = findGiven(given);
  const header = await readBackup({ file, passphrase });
  const target = findOwnerUrl(config) ?? (await startOwnDatabase(running, config.dataDir));
  const sums = await restore(target, { file, passphrase }, header);
  process.stdout.write(`${file}: ${describeSums(sums)} restored and compared\n`);
});
