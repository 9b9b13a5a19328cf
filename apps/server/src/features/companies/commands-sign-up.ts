import { randomUUIDv7 } from 'node:crypto';
import type { Registration } from '@anupalan/contract/auth';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';

/** Inserts the company of a sign-up, which counts for nobody until `confirmCompany` (R-accounts-3). */
export async function insertUnconfirmedCompany(
  trx: Transaction<DB>,
  workspaceId: WorkspaceId,
  form: Registration,
): Promise<void> {
  await trx
    .insertInto('companies')
    .values({
      workspace_id: workspaceId,
      id: randomUUIDv7(),
      company_name: form.companyName,
      employee_count: form.employeeCount,
      company_phone: form.companyPhone ?? '',
      company_email: form.companyEmail ?? '',
      designation: form.designation,
      industry: form.industry ?? '',
      company_website: form.companyWebsite ?? '',
      city: form.city,
      state: form.state,
      country: form.country,
      confirmed: false,
    })
    .execute();
}

/**
 * Makes the company of a sign-up count (R-accounts-7).
 * @throws a unique violation when another company took its phone or e-mail first.
 */
export async function confirmCompany(trx: Transaction<DB>, workspaceId: WorkspaceId): Promise<void> {
  await trx
    .updateTable('companies')
    .set({ confirmed: true, updated_at: sql<Date>`now()` })
    .where('workspace_id', '=', workspaceId)
    .execute();
}
