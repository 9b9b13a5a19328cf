import { TAKEN_MESSAGES, type UniqueField } from '@anupalan/contract/fields/taken-fields';
import { sql } from 'kysely';
import { AppError } from '../platform/errors/errors.ts';
import type { Db } from '../platform/postgres/database.ts';
import { violatedUniqueKey } from '../platform/postgres/database-errors.ts';

/**
 * The values that have to be unique, as a form gives them; a company's may be left out (R-accounts-5, R-companies-5).
 */
export interface UniqueValues {
  readonly primaryEmail: string;
  readonly personalPhone: string;
  readonly companyEmail?: string | undefined;
  readonly companyPhone?: string | undefined;
}

const FIELDS_BY_KEY: Record<string, UniqueField> = {
  users_primary_email_key: 'primaryEmail',
  users_personal_phone_key: 'personalPhone',
  companies_company_email_key: 'companyEmail',
  companies_company_phone_key: 'companyPhone',
};

/** The field that a statement found taken, or null when it failed for another reason. */
export function takenField(error: unknown): UniqueField | null {
  return FIELDS_BY_KEY[violatedUniqueKey(error) ?? ''] ?? null;
}

/** The 409 that names every field whose value is taken; the first is its message (R-accounts-5). */
export function alreadyRegistered(fields: readonly [UniqueField, ...UniqueField[]]): AppError {
  const faults = Object.fromEntries(fields.map((field) => [field, TAKEN_MESSAGES[field]]));
  return new AppError('conflict', TAKEN_MESSAGES[fields[0]], { faults });
}

/**
 * The fields whose values another confirmed user or company has (R-accounts-4), phone numbers in any spelling
 * (R-accounts-72); an address that another gave up in the
 * last days is still theirs (R-accounts-68).
 */
export async function listTaken(db: Db, values: UniqueValues, ownId: string | null = null): Promise<UniqueField[]> {
  const { companyEmail = '', companyPhone = '' } = values;
  const { rows } = await sql<{ field: UniqueField }>`
    select 'primaryEmail' as field from users
      where status <> 'pending' and primary_email = ${values.primaryEmail} and id is distinct from ${ownId}::uuid
    union select 'primaryEmail' from email_changes
      where old_email = ${values.primaryEmail} and status = 'done' and expires_at > now()
        and user_id is distinct from ${ownId}::uuid
    union all select 'personalPhone' from users
      where status <> 'pending' and phone_key <> '' and phone_key = phone_key(${values.personalPhone})
        and id is distinct from ${ownId}::uuid
    union all select 'companyEmail' from companies
      where confirmed and contact = 'counts' and company_email <> '' and company_email = ${companyEmail}
    union all select 'companyPhone' from companies
      where confirmed and contact = 'counts' and phone_key <> '' and phone_key = phone_key(${companyPhone})`.execute(
    db,
  );
  return rows.map(({ field }) => field);
}
