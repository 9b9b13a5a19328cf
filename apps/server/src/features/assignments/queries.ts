import type { AssignmentOfScope, Colleague } from '@anupalan/contract/people/assignments';
import { sql } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { listColleagues } from '../tracker/queries-assignments.ts';
import { isOfSeenAct } from '../tracker/scope.ts';
import { presentAssignment, presentColleague } from './present.ts';

/** All that was set in a company, of a viewer's acts only (R-companies-21), and the people who can be assigned. */
export async function readAssignments(
  db: Db,
  session: Session,
): Promise<{ data: AssignmentOfScope[]; people: Colleague[] }> {
  const [rows, people] = await Promise.all([
    db
      .selectFrom('assignments as line')
      .leftJoin('compliance_items as item', 'item.id', 'line.compliance_item_id')
      .selectAll('line')
      .where('line.workspace_id', '=', session.workspaceId)
      .where(isOfSeenAct(session, sql`coalesce(line.act_id, item.act_id)`))
      .execute(),
    listColleagues(db, session.workspaceId),
  ]);
  return { data: rows.map(presentAssignment), people: people.map(presentColleague) };
}
