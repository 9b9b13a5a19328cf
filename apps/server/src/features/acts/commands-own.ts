import { randomUUIDv7 } from 'node:crypto';
import { NO_TEXT } from '@anupalan/contract/acts';
import { ALL_STATES } from '@anupalan/domain/states';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';

/**
 * Makes sure that a company has an act of its own with this name, in whatever capitals (R-registrations-12).
 * @returns its id
 */
export async function keepOwnAct(trx: Transaction<DB>, workspaceId: WorkspaceId, name: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into acts (id, workspace_id, name, state, description)
    values (${randomUUIDv7()}, ${workspaceId}, ${name}, ${ALL_STATES}, ${NO_TEXT})
    on conflict (workspace_id, lower(name)) where workspace_id is not null do update set name = acts.name
    returning id`.execute(trx);
  const [act] = rows;
  if (!act) throw new Error('An act that is there or added has an id');
  return act.id;
}

/** Deletes the own acts of a company under which nothing stands any more. The caller holds the company's lock. */
export async function deleteUnusedOwnActs(trx: Transaction<DB>, workspaceId: WorkspaceId): Promise<void> {
  await trx
    .deleteFrom('acts')
    .where('workspace_id', '=', workspaceId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('compliance_items').select('id').whereRef('act_id', '=', 'acts.id'))),
    )
    .execute();
}
