import { randomUUIDv7 } from 'node:crypto';
import type { GivenRole } from '@anupalan/domain/members';
import { type Kysely, sql, type Transaction } from 'kysely';
import { requirePermission, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { holdOwnCompany } from '../members/commands-hold.ts';

/**
 * Notes people of a company whom somebody may invite later; nobody is mailed (R-imports-18). Who is in it or invited
 * already is left out.
 * @returns how many are noted
 */
export async function noteDrafts(
  trx: Transaction<DB>,
  workspaceId: WorkspaceId,
  people: readonly { readonly email: string; readonly role: GivenRole }[],
): Promise<number> {
  if (people.length === 0) return 0;
  const rows = people.map(({ email, role }) => ({ id: randomUUIDv7(), email, role }));
  const { numAffectedRows } = await sql`
    insert into invitation_drafts (workspace_id, id, email, role)
    select ${workspaceId}, id, email, role
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as noted (id uuid, email text, role text)
    where not exists (
        select from memberships join users on users.id = user_id
        where workspace_id = ${workspaceId} and primary_email = noted.email)
      and not exists (
        select from invitations
        where workspace_id = ${workspaceId} and email = noted.email and status = 'open' and expires_at > now())
    on conflict (workspace_id, email) do update set role = excluded.role`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Forgets the draft of an address, once it is invited. */
export async function dropDraft(trx: Transaction<DB>, workspaceId: WorkspaceId, email: string): Promise<void> {
  await trx
    .deleteFrom('invitation_drafts')
    .where('workspace_id', '=', workspaceId)
    .where('email', '=', email)
    .execute();
}

/** Deletes a draft: its person is not invited after all. @throws AppError not-found; forbidden */
export function deleteDraft(db: Kysely<DB>, session: Session, id: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { company, by } = await holdOwnCompany(trx, session);
    requirePermission(by, 'invitations.revoke');
    await trx
      .deleteFrom('invitation_drafts')
      .where('workspace_id', '=', company.workspaceId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirstOrThrow(() => new AppError('not-found', 'Nobody of this address is noted'));
  });
}
