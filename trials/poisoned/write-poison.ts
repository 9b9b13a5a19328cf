import { COMPANY_TABLE_NAMES } from '../../apps/server/src/features/company-files/tables/company-tables.ts';
import type { TestApp } from '../../apps/server/test/harness.ts';
import type { Poison } from './rows.ts';

/** Lets the owner of the tables write what the constraints refuse, as if it had been there before them. */
export async function letAnythingIn({ owner }: TestApp): Promise<void> {
  const { rows } = await owner.query<{ of: string; name: string }>(
    `select conrelid::regclass::text as of, conname as name from pg_constraint
     where contype in ('c', 'x') and conrelid::regclass::text = any($1)`,
    [COMPANY_TABLE_NAMES],
  );
  for (const { of, name } of rows) await owner.query(`alter table ${of} drop constraint "${name}"`);
}

/** Writes a poison into all rows of a company, runs `work`, and puts the rows back. @returns whether it could be written */
export async function withPoison(
  { owner }: TestApp,
  { table, column, value }: Poison,
  workspaceId: string,
  work: () => Promise<void>,
): Promise<boolean> {
  const client = await owner.connect();
  const of =
    table === 'compliance_values'
      ? 'compliance_item_id in (select id from compliance_items where workspace_id = $1)'
      : table === 'workspaces'
        ? 'id = $1'
        : 'workspace_id = $1';
  const run = (text: string, values: readonly unknown[] = [workspaceId]) => client.query(text, [...values]);
  try {
    // Triggers and foreign keys rest: what is written was there before they were.
    await run(`set session_replication_role = replica`, []);
    await run(`create temp table before as select * from ${table} where false`, []);
    await run(`insert into before select * from ${table} where ${of}`);
    try {
      await run(`update ${table} set "${column}" = $2 where ${of}`, [workspaceId, value]);
    } catch {
      return false;
    }
    await stamp(run, workspaceId);
    await work();
    await run(`delete from ${table} where ${of}`);
    const { rows } = await run(
      `select string_agg('"' || column_name || '"', ', ') as names from information_schema.columns
       where table_name = $1 and table_schema = 'public' and is_generated = 'NEVER'`,
      [table],
    );
    const names = String(rows[0]?.names);
    await run(`insert into ${table} (${names}) overriding system value select ${names} from before`, []);
    await stamp(run, workspaceId);
    return true;
  } finally {
    await run('drop table if exists before', []).catch(() => {});
    await run('set session_replication_role = origin', []);
    client.release();
  }
}

async function stamp(run: (text: string, values: readonly unknown[]) => Promise<unknown>, workspaceId: string) {
  await run('select raise_version($1), raise_settings_version($1)', [workspaceId]);
}
