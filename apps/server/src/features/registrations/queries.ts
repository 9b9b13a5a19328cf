import type { Registration } from '@anupalan/contract/company/registrations';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { presentRegistration } from './present.ts';

/** A company's registrations, what expires first first (R-registrations-2). */
export async function readRegistrations(db: Db, workspaceId: WorkspaceId): Promise<Registration[]> {
  const rows = await selectRegistrations(db, workspaceId)
    .orderBy('until_day', (of) => of.asc().nullsLast())
    .orderBy('kind')
    .orderBy('number')
    .orderBy('registrations.id')
    .execute();
  return rows.map(presentRegistration);
}

/** @throws AppError not-found, also for another company's */
export async function getRegistration(db: Db, workspaceId: WorkspaceId, id: string): Promise<Registration> {
  const row = await selectRegistrations(db, workspaceId).where('registrations.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not-found', 'Registration not found');
  return presentRegistration(row);
}

function selectRegistrations(db: Db, workspaceId: WorkspaceId) {
  return db
    .selectFrom('registrations')
    .leftJoin('compliance_items', (join) =>
      join
        .onRef('compliance_items.workspace_id', '=', 'registrations.workspace_id')
        .onRef('compliance_items.registration_id', '=', 'registrations.id'),
    )
    .where('registrations.workspace_id', '=', workspaceId)
    .where('removed_at', 'is', null)
    .selectAll('registrations')
    .select('compliance_items.id as renewal_id');
}
