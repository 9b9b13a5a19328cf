import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { hashSecret } from '../../apps/server/src/identity/secrets.ts';
import type { Database } from '../../apps/server/src/platform/postgres/database.ts';

export const PASSWORD = 'Correct-horse-9';

/** Adds confirmed users with one password. @returns their e-mail addresses */
export async function addAccounts({ db, pool }: Database, count: number): Promise<string[]> {
  const hash = await hashSecret(PASSWORD);
  const users = Array.from({ length: count }, () => ({ id: randomUUIDv7(), workspace: randomUUIDv7() }));
  const emails = users.map(({ id }) => `${id}@example.in`);
  const ids = users.map(({ id }) => id);
  await pool.query(
    `insert into users (id, first_name, last_name, primary_email, personal_phone, password_hash, role, status)
     select id, 'Asha', 'Rao', email, '', $3, 'user', 'active' from unnest($1::uuid[], $2::text[]) as one (id, email)`,
    [ids, emails, hash],
  );
  const workspaces = users.map(({ workspace }) => workspace);
  await db.transaction().execute(async (trx) => {
    await sql`insert into workspaces (id) select unnest(${workspaces}::uuid[])`.execute(trx);
    await sql`
      insert into memberships (workspace_id, user_id, id, role)
      select workspace, id, uuidv7(), 'owner'
      from unnest(${workspaces}::uuid[], ${ids}::uuid[]) as one (workspace, id)`.execute(trx);
  });
  return emails;
}
