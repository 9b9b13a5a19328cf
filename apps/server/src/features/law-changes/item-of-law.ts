import type { ApplicabilityRule } from '@anupalan/domain/applicability';
import type { Selectable } from 'kysely';
import type { ComplianceItems } from '../../platform/postgres/database-schema.ts';

/** The columns of an item that decide when it falls due and for whom, with what names it. */
export const COLUMNS_OF_LAW = [
  ...(['title', 'source', 'state', 'min_employees', 'max_employees', 'conditions', 'below_limit'] as const),
  ...(['due_date', 'frequency', 'exceptions', 'holiday_rule', 'latest_after'] as const),
];

/** An item as far as the law decides it. */
export type ItemOfLaw = Pick<Selectable<ComplianceItems>, (typeof COLUMNS_OF_LAW)[number]>;

/** Whom an item is for. */
export type Reach = Omit<ApplicabilityRule, 'id'>;

export function reachOfItem({
  state,
  min_employees,
  max_employees,
  conditions,
  below_limit,
}: Pick<ItemOfLaw, 'state' | 'min_employees' | 'max_employees' | 'conditions' | 'below_limit'>): Reach {
  return { state, minEmployees: min_employees, maxEmployees: max_employees, conditions, belowLimit: below_limit };
}
