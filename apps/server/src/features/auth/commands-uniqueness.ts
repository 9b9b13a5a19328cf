import { violatedUniqueKey } from '../../platform/database-errors.ts';
import { AppError } from '../../platform/errors.ts';
import type { UniqueField } from './queries.ts';

/** Specification 1, section 8. */
const MESSAGES: Record<UniqueField, string> = {
  primaryEmail: 'This email is already registered',
  personalPhone: 'This phone number is already registered',
  companyEmail: 'This company email is already registered',
  companyPhone: 'This company phone is already registered',
};

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

/** The 409 that names every field somebody already has; the first is its message. */
export function alreadyRegistered(fields: readonly [UniqueField, ...UniqueField[]]): AppError {
  const faults = Object.fromEntries(fields.map((field) => [field, MESSAGES[field]]));
  return new AppError('conflict', MESSAGES[fields[0]], { faults });
}
