import { expect, inject, test } from 'vitest';
import { copyDatabase } from '../test/copy-database.ts';
import { openMigrated } from './command.ts';

test('no statement of a command, and so no migration, is cut short', async () => {
  await using running = new AsyncDisposableStack();
  const { url, drop } = await copyDatabase(inject('postgresUrl'));
  running.defer(drop);
  const { pool } = await openMigrated(running, url);
  expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }]);
});
