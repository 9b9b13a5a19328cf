import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../postgres/database-schema.ts';
import type { FileFault, PlaceName } from './file-kinds.ts';
import { type Listed, MissingBytes, type Places, placeOf } from './place.ts';
import { isReferredTo, listReferences } from './queries.ts';

/** Something that is wrong with a file; `file` is its id, or the name of what lies in S3. */
export interface Fault {
  readonly file: string;
  readonly fault: FileFault;
}

/** Files of one statement. */
const AT_ONCE = 500;

/** Milliseconds before which nothing counts as forgotten: somebody may be about to refer to it. */
const A_DAY = 24 * 3_600_000;

interface CheckedFile {
  readonly id: string;
  readonly place: PlaceName;
  readonly size: number;
  readonly sha256: Buffer;
  /** Bytes that lie in PostgreSQL. */
  readonly there: number;
}

/**
 * Looks for files that no row knows, and for rows whose bytes are not there; with `readsAll` every file is read and its
 * hash compared. @throws Error when S3 can't be asked
 */
export async function* checkFiles(
  db: Kysely<DB>,
  places: Places,
  { readsAll = false }: { readsAll?: boolean } = {},
): AsyncGenerator<Fault> {
  for (const file of await listUnattached(db)) yield { file, fault: 'unattached' };
  for await (const file of listWholeFiles(db)) {
    if (file.place === 'postgres' && file.there !== file.size) yield* confirm(db, places, file);
    else if (file.place === 's3' && !places.s3) yield { file: file.id, fault: 'missing' };
    else if (readsAll) yield* confirm(db, places, file);
  }
  if (!places.s3) return;
  for await (const fault of checkListed(db, places, places.s3.list())) {
    // Of those whose bytes were read, it was said already.
    if (!readsAll || fault.fault === 'unknown') yield fault;
  }
}

/** The ids of files to which no row refers, older than a day. */
export async function listUnattached(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from files
    where removed_at is null and whole_at < now() - interval '1 day' and not ${isReferredTo(await listReferences(db))}
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

async function* listWholeFiles(db: Kysely<DB>): AsyncGenerator<CheckedFile> {
  for (let last: string | null = null; ; ) {
    const { rows }: { rows: CheckedFile[] } = await sql<CheckedFile>`
      select id, place, size, sha256,
        coalesce((select sum(octet_length(bytes)) from file_parts where file_id = id), 0)::int8 as there
      from files
      where whole_at is not null and removed_at is null and (${last}::uuid is null or id > ${last}::uuid)
      order by id limit ${AT_ONCE}`.execute(db);
    yield* rows;
    const end = rows.at(-1);
    if (!end) return;
    last = end.id;
  }
}

/** Reads a file to its end; one that was moved or removed meanwhile has no fault. */
async function* confirm(
  db: Kysely<DB>,
  places: Places,
  { id, place, size, sha256 }: CheckedFile,
): AsyncGenerator<Fault> {
  const hash = createHash('sha256');
  let fault: FileFault = 'altered';
  try {
    for await (const piece of placeOf(places, place).read(id, 0, size)) hash.update(piece);
    if (hash.digest().equals(sha256)) return;
  } catch (error) {
    if (!(error instanceof MissingBytes)) throw error;
    fault = 'missing';
  }
  const { rows } = await sql`
    select from files where id = ${id} and place = ${place} and removed_at is null`.execute(db);
  if (rows.length > 0) yield { file: id, fault };
}

/** Compares what lies in S3 with the rows that say so; both come in the order of the ids. */
async function* checkListed(
  db: Kysely<DB>,
  places: Places,
  pages: AsyncIterable<readonly Listed[]>,
): AsyncGenerator<Fault> {
  let after = NIL;
  for await (const page of pages) {
    const known = page.filter(({ id }) => UUID.test(id));
    const last = known.at(-1)?.id ?? after;
    yield* compare(db, places, { page, from: after, to: last });
    after = last;
  }
  yield* compare(db, places, { page: [], from: after, to: LAST });
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NIL = '00000000-0000-0000-0000-000000000000';
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

async function* compare(
  db: Kysely<DB>,
  places: Places,
  { page, from, to }: { page: readonly Listed[]; from: string; to: string },
): AsyncGenerator<Fault> {
  const { rows } = await sql<CheckedFile & { isThere: boolean }>`
    select id, place, size, sha256, 0 as there, whole_at is not null and removed_at is null as "isThere"
    from files where id > ${from} and id <= ${to} and 's3' in (place, also_in) order by id`.execute(db);
  const files = new Set(rows.map(({ id }) => id));
  const listed = new Map(page.map((one) => [one.id, one]));
  for (const { id, madeAt } of page) {
    if (!files.has(id) && Date.now() - madeAt.getTime() > A_DAY) yield { file: id, fault: 'unknown' };
  }
  for (const file of rows) {
    if (file.place !== 's3' || !file.isThere || listed.get(file.id)?.size === file.size) continue;
    yield* confirm(db, places, file);
  }
}
