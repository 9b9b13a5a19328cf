import { randomUUIDv7 } from 'node:crypto';
import { hashSecret } from '../../apps/server/src/identity/secrets.ts';
import type { Database } from '../../apps/server/src/platform/postgres/database.ts';

export const PASSWORD = 'Correct-horse-9';

/** Adds confirmed users with one password. @returns their e-mail addresses */
export async function addAccounts({ pool }: Database, count: number): Promise<string[]> {
  const hash = await hashSecret(PASSWORD);
  const users = Array.from({ length: count }, () => ({ id: randomUUIDv7(), workspace: randomUUIDv7() }));
  const emails = users.map(({ id }) => `${id}@example.in`);
  await pool.query('insert into workspaces (id) select unnest($1::uuid[])', [users.map(({ workspace }) => workspace)]);
  await pool.query(
    `insert into users (id, workspace_id, first_name, last_name, primary_email, personal_phone, password_hash, role, status)
     select id, workspace, 'Asha', 'Rao', email, '', $4, 'user', 'active'
     from unnest($1::uuid[], $2::uuid[], $3::text[]) as one (id, workspace, email)`,
    [users.map(({ id }) => id), users.map(({ workspace }) => workspace), emails, hash],
  );
  return emails;
}
