import type { Company } from '@anupalan/contract/companies';
import type { StateOrAll } from '@anupalan/domain/states';
import type { Selectable } from 'kysely';
import type { Companies } from '../../platform/postgres/database-schema.ts';

export type CompanyRow = Selectable<Companies> & { additional_states: StateOrAll[] };

export function presentCompany(row: CompanyRow): Company {
  return {
    _id: row.id,
    companyName: row.company_name,
    employeeCount: row.employee_count,
    companyPhone: row.company_phone,
    companyEmail: row.company_email,
    designation: row.designation,
    industry: row.industry,
    companyWebsite: row.company_website,
    city: row.city,
    state: row.state,
    additionalStates: row.additional_states,
    country: row.country,
  };
}
