import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { AppError } from '../../errors/errors.ts';
import type { Db } from '../../postgres/database.ts';
import type { Files } from '../../postgres/database-schema.ts';
import type { FilePurpose, PlaceName, Verdict } from './file-kinds.ts';

/** A file as its row has it. */
export interface FileRow {
  readonly id: string;
  readonly place: PlaceName;
  /** The size in bytes. */
  readonly size: number;
  readonly sha256: Buffer;
  readonly verdict: Verdict;
  readonly purpose: FilePurpose;
}

/** A file that is whole and was not removed. @throws AppError not-found */
export async function findFile(db: Db, id: string): Promise<FileRow> {
  const { rows } = await sql<FileRow>`
    select id, place, size, sha256, verdict, purpose from files
    where id = ${id} and whole_at is not null and removed_at is null`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('not-found', 'File not found');
  return row;
}

/** A column that refers to files. */
interface Reference {
  readonly table: string;
  readonly column: string;
}

/** The columns of features that refer to files by a foreign key: a feature that does is known without being named. */
export async function listReferences(db: Db): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select table_of.relname as "table", c.attname as "column"
    from pg_constraint k
      join pg_class table_of on table_of.oid = k.conrelid
      join pg_attribute c on c.attrelid = k.conrelid and c.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid = 'files'::regclass and table_of.relname <> 'file_parts'
    order by 1, 2`.execute(db);
  return rows;
}

/** Whether some row refers to a row of `files`. */
export function isReferredTo(references: readonly Reference[]): RawBuilder<SqlBool> {
  const some = references.map(
    ({ table, column }) =>
      sql`exists (select from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = files.id)`,
  );
  return sql<SqlBool>`(false${sql.join([sql``, ...some], sql` or `)})`;
}

/** A removed file whose bytes are still to be taken away, and where they are. */
export type RemovedFile = Pick<Selectable<Files>, 'id' | 'place' | 'also_in'>;

/** Some removed files, after the id given. */
export async function listRemoved(db: Db, after?: string): Promise<RemovedFile[]> {
  let query = db.selectFrom('files').select(['id', 'place', 'also_in']).where('removed_at', 'is not', null);
  if (after !== undefined) query = query.where('id', '>', after);
  return query.orderBy('id').limit(100).execute();
}

/** Some files that wait for the scanner, after the id given. */
export async function listWaiting(db: Db, after?: string): Promise<string[]> {
  let query = db
    .selectFrom('files')
    .select('id')
    .where('verdict', '=', 'waiting')
    .where('whole_at', 'is not', null)
    .where('removed_at', 'is', null);
  if (after !== undefined) query = query.where('id', '>', after);
  return (await query.orderBy('id').limit(100).execute()).map(({ id }) => id);
}

/** What the last check found, at most so many. */
export function listFaults(db: Db, limit: number) {
  return db.selectFrom('file_faults').selectAll().orderBy('fault').orderBy('file').limit(limit).execute();
}
