import type { Company } from '@anupalan/contract/companies';
import type { User } from '@anupalan/contract/users';
import type { Selectable } from 'kysely';
import type { Users } from '../../platform/postgres/database-schema.ts';

type UserRow = Omit<
  Selectable<Users>,
  'password_hash' | 'phone_key' | 'phone_shared' | 'updated_at' | 'search_text' | 'away_from' | 'away_to'
>;

export function presentUser(row: UserRow, company: Company | null): User {
  return {
    _id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    primaryEmail: row.primary_email,
    personalPhone: row.personal_phone,
    role: row.role,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    company,
    ...(row.password_change && { passwordChange: row.password_change }),
  };
}
