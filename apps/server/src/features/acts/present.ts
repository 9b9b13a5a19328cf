import type { Act } from '@anupalan/contract/acts';
import type { Selectable } from 'kysely';
import type { Acts } from '../../platform/postgres/database-schema.ts';

export function presentAct(row: Selectable<Acts>): Act {
  return {
    _id: row.id,
    name: row.name,
    state: row.state,
    minEmployees: row.min_employees,
    maxEmployees: row.max_employees,
    description: row.description,
    ...(row.workspace_id !== null && { own: true }),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** The act as free users get it: summaries are premium (R-tracker-6). */
export function lockSummary(act: Act): Act {
  return { ...act, description: '', locked: true };
}
