import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import pg, { type ClientBase } from 'pg';
import { from, to } from 'pg-copy-streams';
import { StartupError } from '../errors/startup-error.ts';
import { Sum, type TableSum } from './dump.ts';
import { readDump } from './read-dump.ts';
import { copyOut, listTables, readQueueVersion } from './tables.ts';

/**
 * Loads a backup into tables that its migrations made, in one transaction: all of it or nothing. Triggers rest
 * meanwhile, and foreign keys are made anew, which checks every one. Each table is read again and compared.
 * @throws StartupError when the queue's tables are of another version, or a table doesn't come to its sum.
 */
export async function load(client: ClientBase, content: AsyncIterable<Buffer>): Promise<TableSum[]> {
  await client.query('begin');
  await client.query(`
    set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
    set local synchronize_seqscans = off; set local timezone = 'UTC'; set local datestyle = 'ISO'`);
  const tables = new Map((await listTables(client)).map((table) => [table.name, table]));
  const foreignKeys = await dropForeignKeys(client);
  for (const name of tables.keys()) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${[...tables.keys()].join(', ')}`);
  let rows: Writable | null = null;
  const sums = await readDump(content, {
    async header({ queueVersion }) {
      const own = await readQueueVersion(client);
      if (own === queueVersion) return;
      throw new StartupError(
        `The backup's job queue is of version ${queueVersion}, this program's of ${own}: restore it with the version of Anupalan that wrote it`,
      );
    },
    async table(copy) {
      rows = client.query(from(`${copy} FROM STDIN`));
    },
    async rows(chunk) {
      if (rows && !rows.write(chunk)) await once(rows, 'drain');
    },
    async endTable() {
      if (!rows) return;
      rows.end();
      await finished(rows);
      rows = null;
    },
    async footer({ sequences }) {
      for (const { name, value } of sequences) await client.query('select setval($1, $2)', [name, value]);
    },
  });
  for (const statement of foreignKeys) await client.query(statement);
  for (const name of tables.keys()) await client.query(`alter table ${name} enable trigger user`);
  for (const sum of sums) await compare(client, sum, tables.get(sum.table)?.copy);
  await client.query('commit');
  return sums;
}

/** @returns the statements that make them again. */
async function dropForeignKeys(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ relation: string; name: string; definition: string }>(
    `select conrelid::regclass::text as relation, conname as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_namespace n on n.oid = c.connamespace
     where contype = 'f' and conparentid = 0 and n.nspname in ('public', 'pgboss')`,
  );
  for (const { relation, name } of rows) {
    await client.query(`alter table ${relation} drop constraint ${pg.escapeIdentifier(name)}`);
  }
  return rows.map(
    ({ relation, name, definition }) =>
      `alter table ${relation} add constraint ${pg.escapeIdentifier(name)} ${definition}`,
  );
}

async function compare(client: ClientBase, told: TableSum, copy: string | undefined): Promise<void> {
  const read = new Sum(told.table);
  if (copy) {
    for await (const chunk of client.query(to(copyOut({ name: told.table, copy })))) read.add(chunk);
  }
  if (read.total().sha256 !== told.sha256) {
    throw new StartupError(`${told.table} doesn't come to the sum that the backup has: nothing was restored`);
  }
}
