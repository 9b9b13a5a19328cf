import { randomUUIDv7 } from 'node:crypto';
import type { Role } from '@anupalan/domain/plans';
import type { StateOrAll } from '@anupalan/domain/states';
import { beginSession } from '../src/identity/sessions.ts';
import type { WorkspaceId } from '../src/platform/postgres/workspace-id.ts';
import type { Services } from '../src/services.ts';

export interface Person {
  readonly userId: string;
  readonly workspaceId: WorkspaceId;
  /** The token of an open session. */
  readonly token: string;
}

interface PersonOptions {
  role?: Role;
  company?: { employeeCount: number; state: StateOrAll; additionalStates?: readonly StateOrAll[] };
  /** The moment when the workspace, the company and its states began. */
  since?: string;
}

/** A signed-in person in a workspace of their own. */
export async function addPerson(
  { database: { db } }: Services,
  { role = 'user', company, since = '2025-01-01' }: PersonOptions = {},
): Promise<Person> {
  const userId = randomUUIDv7();
  const { id: workspaceId } = await db
    .insertInto('workspaces')
    .values({ id: randomUUIDv7(), created_at: since })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('users')
    .values({
      id: userId,
      workspace_id: workspaceId,
      first_name: 'Asha',
      last_name: 'Rao',
      primary_email: `${userId}@example.in`,
      personal_phone: '',
      password_hash: '',
      role,
      status: 'active',
    })
    .execute();
  if (company) {
    await db
      .insertInto('companies')
      .values({
        workspace_id: workspaceId,
        id: randomUUIDv7(),
        company_name: 'Rao & Sons',
        employee_count: company.employeeCount,
        designation: 'HR',
        city: 'Pune',
        state: company.state,
        state_since: since,
        country: 'India',
        confirmed: true,
      })
      .execute();
    for (const state of company.additionalStates ?? []) {
      await db.insertInto('company_states').values({ workspace_id: workspaceId, state, added_at: since }).execute();
    }
  }
  return { userId, workspaceId, token: await beginSession(db, { userId, device: 'test' }) };
}
