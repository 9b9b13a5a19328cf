import pg, { type ClientBase } from 'pg';

/** A table whose rows a backup holds, by its name with its schema. */
export interface Table {
  readonly name: string;
  /** The `COPY` of all its columns, without `TO STDOUT` or `FROM STDIN`. */
  readonly copy: string;
}

/** The tables that a start makes anew: what was migrated, and the queue's version and figures. */
const MADE_ANEW = [
  'public.kysely_migration',
  'public.kysely_migration_lock',
  'pgboss.version',
  'pgboss.bam',
  'pgboss.warning',
  'pgboss.queue_stats',
];

/**
 * Lists the tables of the application and of its queue in the order of their names; rows of a partition belong to its
 * table.
 */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<{ schema: string; name: string; columns: string[] }>(
    `select n.nspname as schema, c.relname as name,
            array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition
       and n.nspname || '.' || c.relname <> all($1)
     group by 1, 2 order by 1, 2`,
    [MADE_ANEW],
  );
  return rows.map(({ schema, name, columns }) => {
    const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
    return {
      name: `${schema}.${name}`,
      copy: `COPY ${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)} (${list})`,
    };
  });
}

/** The statement that reads a table's rows; a partitioned table is read through a query. */
export function copyOut({ copy }: Table): string {
  const [, name = '', columns = ''] = /^COPY (\S+) \((.*)\)$/s.exec(copy) ?? [];
  return `COPY (SELECT ${columns} FROM ${name}) TO STDOUT`;
}

/** The migrations that made the schema, oldest first; none of an empty database. */
export async function listMigrations(client: ClientBase): Promise<string[]> {
  if (!(await isThere(client, 'kysely_migration'))) return [];
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name');
  return rows.map(({ name }) => name);
}

/** The version of the queue's schema; null before the first start made it. */
export async function readQueueVersion(client: ClientBase): Promise<number | null> {
  if (!(await isThere(client, 'pgboss.version'))) return null;
  const { rows } = await client.query<{ version: number }>('select version from pgboss.version');
  return rows[0]?.version ?? null;
}

async function isThere(client: ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table]);
  return rows[0]?.there ?? false;
}

/** The values of the sequences that were used. */
export async function listSequences(client: ClientBase): Promise<{ name: string; value: string }[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value::text as value
     from pg_sequences where schemaname in ('public', 'pgboss') and last_value is not null order by 1`,
  );
  return rows;
}
