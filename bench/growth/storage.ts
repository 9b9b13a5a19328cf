import type { GrownPostgres } from './grown-database.ts';

/** Prints what each table and its indexes take, in all and a row, and what a company takes. */
export async function printStorage({ database, companies }: GrownPostgres): Promise<void> {
  const { rows } = await database.pool.query<{ table: string; rows: number; heap: number; indexes: number }>(
    `
    select relname as table, greatest(reltuples, 0)::bigint as rows,
      pg_table_size(oid) as heap, pg_indexes_size(oid) as indexes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples >= $1
    order by pg_total_relation_size(oid) desc`,
    [companies],
  );
  console.table(
    Object.fromEntries(
      rows.map(({ table, rows: count, heap, indexes }) => [
        table,
        {
          rows: count,
          MB: Math.round((heap + indexes) / 1e6),
          'bytes a row': Math.round(heap / count),
          'of its indexes': Math.round(indexes / count),
        },
      ]),
    ),
  );
  const [size] = (await database.pool.query<{ bytes: number }>('select pg_database_size(current_database()) as bytes'))
    .rows;
  console.log(
    `${companies} companies: ${Math.round((size?.bytes ?? 0) / 1e6)} MB, ${Math.round((size?.bytes ?? 0) / companies)} bytes each`,
  );
}
