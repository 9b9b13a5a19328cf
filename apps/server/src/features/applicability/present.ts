import { type Establishment, Nature } from '@anupalan/contract/applicability/establishments';
import type { StateOrAll } from '@anupalan/domain/states';

/** An establishment with what it has of the profile filled in. */
export interface EstablishmentRow {
  readonly id: string;
  readonly name: string;
  readonly state: StateOrAll;
  readonly city: string;
  readonly employee_count: number;
  readonly nature: string | null;
  readonly follows_profile: boolean;
}

export function presentEstablishment(row: EstablishmentRow): Establishment {
  return {
    _id: row.id,
    name: row.name,
    state: row.state,
    city: row.city,
    employeeCount: row.employee_count,
    nature: row.nature === null ? null : Nature.parse(row.nature),
    followsProfile: row.follows_profile,
  };
}
