import { fullName } from '@anupalan/domain/names';
import { sql, type Transaction } from 'kysely';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import type { Services } from '../../services.ts';
import { FROZEN_DAYS } from './commands-clean-up.ts';
import { composeOwnerlessMail } from './emails.ts';

/** Tells those who work in companies that have just lost their owner, who was erased, what to do (R-companies-24). */
export async function tellOwnerless(
  trx: Transaction<DB>,
  { jobs, config }: Pick<Services, 'jobs' | 'config'>,
  workspaceIds: readonly WorkspaceId[],
): Promise<void> {
  const people = await trx
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
    .innerJoin('companies as c', 'c.id', 'm.company_id')
    .leftJoin('handovers as h', (join) =>
      join.onRef('h.workspace_id', '=', 'm.workspace_id').on('h.expires_at', '>', sql<Date>`now()`),
    )
    .leftJoin('users as successor', 'successor.id', 'h.user_id')
    .select([
      'u.primary_email',
      'c.company_name as companyName',
      'successor.first_name',
      'successor.last_name',
      sql<Date>`w.frozen_from`.as('frozenFrom'),
    ])
    .where('m.workspace_id', '=', sql<WorkspaceId>`any(${workspaceIds}::uuid[])`)
    .where('m.role', '<>', 'viewer')
    .execute();
  for (const { primary_email, first_name, last_name, ...company } of people) {
    const successor = first_name === null ? null : fullName(first_name, last_name ?? '');
    const about = { ...company, successor, frozenDays: FROZEN_DAYS, supportEmail: config.supportEmail };
    await enqueueMail(trx, jobs, await composeOwnerlessMail(primary_email, about));
  }
}
