import { type Kysely, sql } from 'kysely';
import type { DB } from '../../postgres/database-schema.ts';
import { Turns } from '../../process/turns.ts';
import { cutInto, MissingBytes, type Place } from './place.ts';

/** Bytes of a row. */
const PART_BYTES = 512 * 1024;

/**
 * Bytes that one statement reads, of which it has the hexadecimal digits: the driver puts larger answers together anew and
 * anew, which costs more than asking more often.
 */
const READ_BYTES = 128 * 1024;

/** Rows that are written at a time: the driver has three copies of each while it is on its way. */
const WRITTEN_AT_ONCE = 6;

/** Rows that one statement deletes: 100 MB. */
const DELETED_AT_ONCE = 200;

/** Keeps bytes as rows of 512 KiB, each of which a statement of its own writes and reads. */
export function createPostgresPlace(db: Kysely<DB>): Place {
  const turns = new Turns(WRITTEN_AT_ONCE, WRITTEN_AT_ONCE);
  return {
    write: async (id, bytes) => {
      let part = 0;
      for await (const piece of cutInto(PART_BYTES, bytes)) {
        const row = { file_id: id, part, bytes: piece };
        await turns.run('', () => db.insertInto('file_parts').values(row).execute());
        part += 1;
      }
    },
    read: (id, start, end) => readParts(db, id, start, end),
    remove: async (id) => {
      for (;;) {
        const { numAffectedRows = 0n } = await sql`
          delete from file_parts where file_id = ${id} and part in (
            select part from file_parts where file_id = ${id} limit ${DELETED_AT_ONCE})`.execute(db);
        if (numAffectedRows < DELETED_AT_ONCE) return;
      }
    },
  };
}

async function* readParts(db: Kysely<DB>, id: string, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const part = Math.floor(at / PART_BYTES);
    const from = at - part * PART_BYTES;
    const wanted = Math.min(READ_BYTES, end - at, PART_BYTES - from);
    const { rows } = await sql<{ piece: Buffer }>`
      select substring(bytes from ${from + 1} for ${wanted}) as piece from file_parts
      where file_id = ${id} and part = ${part}`.execute(db);
    const piece = rows[0]?.piece;
    if (!piece || piece.length === 0) throw new MissingBytes(id);
    yield piece;
    at += piece.length;
  }
}
