import { fullName } from '@anupalan/domain/names';
import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';

/** Who pays for a company, who was asked to, and the plan that follows (R-members-60). */
export async function getPayer(db: Db, workspaceId: WorkspaceId) {
  return await db
    .selectFrom('workspaces')
    .leftJoin('memberships as ownership', (join) =>
      join.onRef('ownership.workspace_id', '=', 'workspaces.id').on('ownership.role', '=', 'owner'),
    )
    .leftJoin('users as payer', (join) =>
      join.on('payer.id', '=', sql`coalesce(workspaces.payer_id, ownership.user_id)`),
    )
    .leftJoin('payer_offers', (join) =>
      join
        .onRef('payer_offers.workspace_id', '=', 'workspaces.id')
        .on('payer_offers.expires_at', '>', sql<Date>`now()`),
    )
    .leftJoin('users as asked', 'asked.id', 'payer_offers.user_id')
    .select([
      'workspaces.plan',
      'workspaces.payer_id',
      'payer.id as payer_user_id',
      'payer.first_name as payer_first_name',
      'payer.last_name as payer_last_name',
      'asked.id as asked_user_id',
      'asked.first_name as asked_first_name',
      'asked.last_name as asked_last_name',
      'payer_offers.created_at as asked_at',
    ])
    .where('workspaces.id', '=', workspaceId)
    .executeTakeFirstOrThrow();
}

export type PayerRow = Awaited<ReturnType<typeof getPayer>>;

/** The name, the address and the role of a person. */
export async function getPerson(db: Db, userId: string) {
  const person = await db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'primary_email', 'role'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { name: fullName(person.first_name, person.last_name), email: person.primary_email, role: person.role };
}
