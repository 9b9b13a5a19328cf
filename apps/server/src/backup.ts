import { findDatabase, findGiven, runCommand } from './command.ts';
import { readConfig } from './config.ts';
import { backUp, nameBackup } from './platform/backup/back-up.ts';
import { describeSums } from './platform/backup/dump.ts';
import { requirePassphrase } from './platform/backup/encrypted-file.ts';

/** `npm run backup [-- FILE]`: writes all data to one encrypted file, also while an instance runs (R-backups-1). */
await runCommand(async (running) => {
  const passphrase = requirePassphrase(readConfig(process.env).backupPassphrase);
  const now = Temporal.Now.instant();
  const file = findGiven(process.argv[2] ?? nameBackup(now));
  const sums = await backUp(await findDatabase(running), { file, passphrase, now });
  process.stdout.write(`${file}: ${describeSums(sums)}, read again and whole\n`);
});
