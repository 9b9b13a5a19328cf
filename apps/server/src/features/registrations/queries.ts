import type { Registration } from '@anupalan/contract/company/registrations';
import { type SqlBool, sql } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { readEvidenceBeside } from '../evidence/queries.ts';
import { presentRegistration } from './present.ts';

/**
 * A company's registrations, what expires first first (R-registrations-2). To a reader of some acts those that these acts
 * ask for, or whose renewal stands under one of them; other renewals aren't named (R-registrations-19).
 */
export async function readRegistrations(db: Db, { workspaceId, member }: Session): Promise<Registration[]> {
  const acts = member.scope?.acts ?? null;
  const rows = await selectRegistrations(db, workspaceId)
    .select('compliance_items.act_id as renewal_act_id')
    .$if(acts !== null, (query) =>
      query.where(sql<SqlBool>`(
        compliance_items.act_id = any(${acts}::uuid[]) or kind in (
          select registration from compliance_items asking
          where asking.act_id = any(${acts}::uuid[]) and registration is not null
            and (asking.workspace_id is null or asking.workspace_id = ${workspaceId})))`),
    )
    .orderBy('until_day', (of) => of.asc().nullsLast())
    .orderBy('kind')
    .orderBy('number')
    .orderBy('registrations.id')
    .execute();
  const files = await readEvidenceBeside(
    db,
    workspaceId,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const isSeen = acts === null || (row.renewal_act_id !== null && acts.includes(row.renewal_act_id));
    const evidence = files.get(row.id) ?? [];
    return { ...presentRegistration(isSeen ? row : { ...row, renewal_id: null }), evidence };
  });
}

/** @throws AppError not-found, also for another company's */
export async function getRegistration(db: Db, workspaceId: WorkspaceId, id: string): Promise<Registration> {
  const row = await selectRegistrations(db, workspaceId).where('registrations.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not-found', 'Registration not found');
  const files = await readEvidenceBeside(db, workspaceId, [id]);
  return { ...presentRegistration(row), evidence: files.get(id) ?? [] };
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
