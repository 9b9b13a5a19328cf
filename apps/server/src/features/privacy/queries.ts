import { type RawBuilder, sql } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { getUser } from '../users/queries.ts';
import { PARTS } from './queries-held.ts';
import type { Exported, Person } from './rules-whose.ts';

/** The key of a workspace, which nobody outside the server knows. */
const WORKSPACE = 'workspace_id';

/** What no row says of anybody: the workspace, whose company is said instead, and the number of a transaction. */
const INTERNAL = [WORKSPACE, 'written_in'];

/** Rows of one batch: no more than these are in memory, and no connection is held while they are sent. */
const BATCH = 500;

/**
 * Everything that is held about a person as the text of one JSON file, which begins with what is in it (R-users-30).
 * `madeAt` is ISO text.
 * @throws AppError not-found before anything was given out
 */
export async function streamOwnData(db: Db, { userId }: Session, madeAt: string): Promise<AsyncGenerator<string>> {
  const { primaryEmail: email } = await getUser(db, userId);
  return writeParts(db, { userId, email }, madeAt);
}

async function* writeParts(db: Db, person: Person, madeAt: string): AsyncGenerator<string> {
  const contents = Object.fromEntries(PARTS.map(({ part, what }) => [part, what]));
  const about = { title: 'What Anupalan holds about you', madeAt, contents };
  yield `{\n"about": ${JSON.stringify(about, null, 2)}`;
  for (const held of PARTS) {
    yield `,\n${JSON.stringify(held.part)}: [`;
    let separator = '\n';
    for await (const row of readRows(db, held, person)) {
      yield `${separator}${JSON.stringify(row)}`;
      separator = ',\n';
    }
    yield ']';
  }
  yield '\n}\n';
}

async function* readRows(
  db: Db,
  { table, isOf, key = 'id', hidden = [], workspace = WORKSPACE }: Exported & { table: string },
  person: Person,
): AsyncGenerator<unknown> {
  let after = sql`true`;
  for (;;) {
    const { rows } = await sql<{ row: unknown; at: unknown }>`
      select to_jsonb(held) - ${[...INTERNAL, ...hidden]}::text[] || ${companyOf(workspace)} as row,
        (${sql.raw(key)})::text as at
      from ${sql.table(table)} held
      where ${isOf(person)} and ${after}
      order by ${sql.raw(key)} limit ${BATCH}`.execute(db);
    for (const { row } of rows) yield row;
    if (rows.length < BATCH) return;
    after = sql`${sql.raw(key)} > ${rows.at(-1)?.at}`;
  }
}

/** The company of a row as an object with the key `company`; an empty one for what belongs to none. */
function companyOf(workspace: string): RawBuilder<unknown> {
  return sql`coalesce((
    select jsonb_build_object('company', jsonb_build_object('_id', company.id, 'name', company_name))
    from companies company where company.workspace_id = (to_jsonb(held) ->> ${workspace})::uuid and confirmed), '{}')`;
}
