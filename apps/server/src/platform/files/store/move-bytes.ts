import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../postgres/database-schema.ts';
import type { PlaceName } from './file-kinds.ts';
import { type Place, type Places, placeOf } from './place.ts';

/** Files that are moved at a time. */
const AT_ONCE = 4;

/** What became of a move. */
export interface Moved {
  readonly files: number;
  readonly bytes: number;
  /** The files that stayed where they were, and why. */
  readonly failed: readonly { readonly id: string; readonly why: unknown }[];
}

interface MovedFile {
  readonly id: string;
  readonly place: PlaceName;
  readonly size: number;
  readonly sha256: Buffer;
}

/**
 * Moves the bytes of all files to a place, while servers write and read them. Nothing is taken away where a file was
 * before the bytes at the target were read back with its hash, and its row says where it is now. What broke off is taken
 * up again by the next move. Only one may run at a time.
 */
export async function moveBytes(
  db: Kysely<DB>,
  places: Places,
  { target, signal, onMoved }: { target: PlaceName; signal: AbortSignal; onMoved?: (moved: Moved) => void },
): Promise<Moved> {
  placeOf(places, target);
  await tidyUp(db, places, target);
  const moved = { files: 0, bytes: 0, failed: [] as { id: string; why: unknown }[] };
  const waiting = listFiles(db, target);
  const work = async () => {
    for (let next = await waiting.next(); !next.done && !signal.aborted; next = await waiting.next()) {
      const { id, size } = next.value;
      try {
        if (!(await moveFile(db, places, { file: next.value, target }))) continue;
        moved.files += 1;
        moved.bytes += size;
      } catch (why) {
        moved.failed.push({ id, why });
      }
      onMoved?.(moved);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return moved;
}

/** Takes away what a move left that broke off after it moved a file here. */
async function tidyUp(db: Kysely<DB>, places: Places, target: PlaceName): Promise<void> {
  const rows = await db
    .selectFrom('files')
    .select(['id', 'also_in'])
    .where('also_in', 'is not', null)
    .where('place', '=', target)
    .execute();
  for (const { id, also_in } of rows) if (also_in) await leave(db, placeOf(places, also_in), { id, target });
}

/** The files that lie elsewhere, a page at a time. */
async function* listFiles(db: Kysely<DB>, target: PlaceName): AsyncGenerator<MovedFile> {
  for (let last: string | null = null; ; ) {
    const { rows }: { rows: MovedFile[] } = await sql<MovedFile>`
      select id, place, size, sha256 from files
      where place <> ${target} and whole_at is not null and removed_at is null
        and (${last}::uuid is null or id > ${last}::uuid)
      order by id limit 100`.execute(db);
    yield* rows;
    const end = rows.at(-1);
    if (!end) return;
    last = end.id;
  }
}

/** Moves one file. @returns whether it was there to be moved. @throws when its bytes don't arrive as they were stored */
async function moveFile(
  db: Kysely<DB>,
  places: Places,
  { file: { id, place, size, sha256 }, target }: { file: MovedFile; target: PlaceName },
): Promise<boolean> {
  const [from, to] = [placeOf(places, place), placeOf(places, target)];
  // Whoever removes the file from here on takes away what lies in both places.
  if (!(await note(db, { id, place, also_in: target }, place))) return false;
  try {
    await to.remove(id);
    await to.write(id, from.read(id, 0, size));
    if (!(await hashOf(to.read(id, 0, size))).equals(sha256)) throw new Error('The bytes did not arrive as they were');
  } catch (error) {
    await to.remove(id);
    await note(db, { id, place, also_in: null }, place);
    throw error;
  }
  if (!(await note(db, { id, place: target, also_in: place }, place))) {
    // It was removed while it was moved.
    await to.remove(id);
    return false;
  }
  await leave(db, from, { id, target });
  return true;
}

/** Takes a file away where it was. */
async function leave(db: Kysely<DB>, from: Place, { id, target }: { id: string; target: PlaceName }): Promise<void> {
  await from.remove(id);
  await note(db, { id, place: target, also_in: null }, target);
}

/** Notes where a file lies, if it still lies where it did and was not removed. @returns whether it does */
async function note(
  db: Kysely<DB>,
  { id, place, also_in }: { id: string; place: PlaceName; also_in: PlaceName | null },
  before: PlaceName,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ place, also_in })
    .where('id', '=', id)
    .where('place', '=', before)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

async function hashOf(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const piece of bytes) hash.update(piece);
  return hash.digest();
}
