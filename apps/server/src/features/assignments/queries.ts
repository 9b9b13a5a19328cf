import type { AssignmentOfScope, Colleague } from '@anupalan/contract/people/assignments';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { listColleagues } from '../tracker/queries-assignments.ts';
import { presentAssignment, presentColleague } from './present.ts';

/** All that was set in a company, and the people who can be assigned. */
export async function readAssignments(
  db: Db,
  workspaceId: WorkspaceId,
): Promise<{ data: AssignmentOfScope[]; people: Colleague[] }> {
  const [rows, people] = await Promise.all([
    db.selectFrom('assignments').selectAll().where('workspace_id', '=', workspaceId).execute(),
    listColleagues(db, workspaceId),
  ]);
  return { data: rows.map(presentAssignment), people: people.map(presentColleague) };
}
