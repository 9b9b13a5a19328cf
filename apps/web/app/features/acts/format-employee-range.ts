import type { Act } from '@anupalan/contract/acts';

/** "20 – 100"; a maximum of 0 is none (specification 2, section 2, "Manage Acts"). */
export function formatEmployeeRange({
  minEmployees,
  maxEmployees,
}: Pick<Act, 'minEmployees' | 'maxEmployees'>): string {
  return `${minEmployees} – ${maxEmployees === 0 ? '∞' : maxEmployees}`;
}
