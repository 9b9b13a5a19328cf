import type { Registration } from '@anupalan/contract/company/registrations';
import type { Selectable } from 'kysely';
import type { Registrations } from '../../platform/postgres/database-schema.ts';
import { readDay } from '../../platform/postgres/prepared-statement.ts';

/** A registration with the obligation that renews it. */
export type RegistrationRow = Selectable<Registrations> & { readonly renewal_id: string | null };

export function presentRegistration(row: RegistrationRow): Registration {
  return {
    _id: row.id,
    kind: row.kind,
    number: row.number,
    state: row.state,
    establishmentId: row.establishment_id,
    authority: row.authority,
    from: row.from_day && readDay(row.from_day),
    until: row.until_day && readDay(row.until_day),
    ceiling: row.ceiling,
    renewalFiledOn: row.renewal_filed_on && readDay(row.renewal_filed_on),
    renewalId: row.until_day && row.renewal_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
