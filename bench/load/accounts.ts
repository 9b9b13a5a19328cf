import { randomUUIDv7 } from 'node:crypto';
import { hashSecret } from '../../apps/server/src/identity/secrets.ts';
import type { Database } from '../../apps/server/src/platform/postgres/database.ts';

export const PASSWORD = 'Correct-horse-9';

/** Adds confirmed users with one password. @returns their e-mail addresses */
export async function addAccounts({ pool }: Database, count: number): Promise<string[]> {
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
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('insert into workspaces (id) select unnest($1::uuid[])', [workspaces]);
    await client.query(
      `insert into memberships (workspace_id, user_id, id, role)
       select workspace, id, uuidv7(), 'owner' from unnest($1::uuid[], $2::uuid[]) as one (workspace, id)`,
      [workspaces, ids],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
  return emails;
}
