import { randomUUIDv7 } from 'node:crypto';
import { openWorkspace } from '../apps/server/src/features/members/commands.ts';
import { beginSession } from '../apps/server/src/identity/sessions.ts';
import type { Database } from '../apps/server/src/platform/postgres/database.ts';

export interface Viewer {
  readonly userId: string;
  readonly workspaceId: string;
}

/** Adds a premium user of a company of 500 employees in a state; `-` is every state. */
export async function addViewer({ db, pool }: Database, { state = '-' } = {}): Promise<Viewer> {
  const userId = randomUUIDv7();
  await pool.query(
    `insert into users (id, first_name, last_name, primary_email, personal_phone, password_hash, role, status)
     values ($1, 'Asha', 'Rao', $2, '', '', 'premium', 'active')`,
    [userId, `${userId}@example.in`],
  );
  const workspaceId = await db.transaction().execute((trx) => openWorkspace(trx, userId));
  await pool.query(
    `insert into companies (workspace_id, id, company_name, employee_count, designation, city, state, country, confirmed)
     values ($1, $2, 'Rao & Sons', 500, 'HR', 'Pune', $3, 'India', true)`,
    [workspaceId, randomUUIDv7(), state],
  );
  return { userId, workspaceId };
}

/** Signs a viewer in. @returns the bearer token */
export function signIn({ db }: Database, { userId }: Viewer): Promise<string> {
  return beginSession(db, { userId, device: 'bench' });
}

/** Records each item done in each of the last months. */
export async function recordMonths({ pool }: Database, { userId, workspaceId }: Viewer, months: number): Promise<void> {
  // Months come one after the other, as people record them, so that the rows of one item are spread over the disk.
  for (let month = 0; month < months; month++) {
    await pool.query(
      `with entries as (
         insert into status_entries (workspace_id, compliance_item_id, day, id, user_id, current_status)
         select $1, id, current_date - $3 * interval '1 month', uuidv7(), $2, 'done' from compliance_items
         returning *)
       insert into status_records (workspace_id, compliance_item_id, day, id, status, note, updated_by)
       select workspace_id, compliance_item_id, day, uuidv7(), 'done', 'Filed on the portal, acknowledgement kept', $2
       from entries`,
      [workspaceId, userId, month],
    );
  }
}
