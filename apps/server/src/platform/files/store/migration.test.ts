import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { copyDatabase } from '../../../../test/copy-database.ts';
import { type Database, openDatabase } from '../../postgres/database.ts';
import { createMigrator, migrate } from '../../postgres/migrate.ts';
import { readWhole } from './file-store.ts';
import { type OpenFileStore, openFileStore } from './open-file-store.ts';

/** Bytes of a size, none like the one before. */
const bytesOf = (size: number) => Buffer.from(Uint8Array.from({ length: size }, (_, at) => (at * 31) % 251));

/** Less than a part, exactly one, one byte more, and many. */
const SIZES = [1, 524_288, 524_289, 5 * 1024 * 1024];

let copy: Awaited<ReturnType<typeof copyDatabase>>;
let database: Database;
let files: OpenFileStore;

beforeAll(async () => {
  copy = await copyDatabase(inject('postgresUrl'));
  database = openDatabase(copy.url, () => {});
  files = await openFileStore(database.db, {});
  const { db, pool } = database;
  await pool.query('drop schema public cascade; create schema public');
  expect((await createMigrator(db).migrateTo('0052-devices')).error).toBeUndefined();
  await pool.query(`insert into job_postings
    select (jsonb_populate_record(null::job_postings, jsonb_object_agg(column_name, case column_name
      when 'id' then '00000000-0000-0000-0000-000000000001' when 'created_at' then now()::text
      when 'handled_at' then null else 'x' end))).*
    from information_schema.columns where table_name = 'job_postings'`);
  for (const [at, size] of SIZES.entries()) {
    await pool.query(
      `insert into hr_documents (id, title, file_name, file_type, content) values (gen_random_uuid(), $1, 'a.pdf', 'pdf', $2)`,
      [size, bytesOf(size)],
    );
    await pool.query(
      `insert into job_posting_files (id, job_posting_id, position, file_name, file_type, content)
       values (gen_random_uuid(), '00000000-0000-0000-0000-000000000001', $1, 'a.docx', 'docx', $2)`,
      [at, bytesOf(size)],
    );
  }
  await migrate(db);
});

afterAll(async () => {
  await database.close();
  await copy.drop();
});

test.each(['hr_documents', 'job_posting_files'])(
  'the bytes of %s of the release before are files now',
  async (table) => {
    const { rows } = await database.pool.query<{ id: string; size: number; sha256: Buffer; file_size: number }>(
      `select files.id, size, sha256, file_size from ${table} join files on files.id = file_id order by size`,
    );
    expect(rows.map(({ size }) => size)).toEqual(SIZES);
    expect(rows.map(({ file_size }) => file_size)).toEqual(SIZES);
    for (const { id, size, sha256 } of rows) {
      expect(sha256).toEqual(createHash('sha256').update(bytesOf(size)).digest());
      // Reading one to its end compares its hash.
      expect((await readWhole(files.read(id))).equals(bytesOf(size))).toBe(true);
    }
  },
);

test('a row that goes, however it goes, or gets another file, takes its file away', async () => {
  const { pool } = database;
  const { rows } = await pool.query('select id from files order by id');
  expect(rows).toHaveLength(2 * SIZES.length);
  await pool.query('delete from job_postings');
  const [kept] = (await pool.query(`select file_id from hr_documents where file_size = 1`)).rows;
  await pool.query(`delete from hr_documents where file_size > 1`);
  expect((await pool.query('select id from files where removed_at is null')).rows).toEqual([{ id: kept.file_id }]);
});
