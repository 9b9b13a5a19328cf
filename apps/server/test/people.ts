import { randomUUIDv7 } from 'node:crypto';
import type { MemberRole } from '@anupalan/domain/members';
import type { Role } from '@anupalan/domain/plans';
import type { StateOrAll } from '@anupalan/domain/states';
import { leaveOwnWorkspaces, openWorkspace } from '../src/features/members/commands.ts';
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
  { database: { db } }: Pick<Services, 'database'>,
  { role = 'user', company, since = '2025-01-01' }: PersonOptions = {},
): Promise<Person> {
  const userId = randomUUIDv7();
  await db
    .insertInto('users')
    .values({
      id: userId,
      first_name: 'Asha',
      last_name: 'Rao',
      primary_email: `${userId}@example.in`,
      personal_phone: '',
      password_hash: '',
      role,
      status: 'active',
    })
    .execute();
  const workspaceId = await db.transaction().execute((trx) => openWorkspace(trx, userId));
  await db.updateTable('workspaces').set({ created_at: since }).where('id', '=', workspaceId).execute();
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

/** Deletes a person, with the workspaces that they own. */
export async function removePerson({ database: { db } }: Services, userId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await leaveOwnWorkspaces(trx, [userId], { ownerlessFor: '0 days' });
    await trx.deleteFrom('users').where('id', '=', userId).execute();
  });
}

/** What a person can be in a company of somebody else. */
interface Joining {
  role?: Exclude<MemberRole, 'owner'>;
  /** The last day of a viewer, and what they see. */
  until?: string;
  acts?: string[];
  from_day?: string;
  to_day?: string;
  since?: string;
}

/** Lets a person join the company of another one. @returns the membership's id */
export async function join(
  { database: { db } }: Services,
  { userId }: Pick<Person, 'userId'>,
  { workspaceId }: Pick<Person, 'workspaceId'>,
  { role = 'manager', ...joining }: Joining = {},
): Promise<string> {
  const id = randomUUIDv7();
  await db
    .insertInto('memberships')
    .values({ workspace_id: workspaceId, user_id: userId, id, role, ...joining })
    .execute();
  return id;
}

/** The id of a person's company, as the header `x-company` names it. */
export async function companyOf(
  { database: { db } }: Services,
  { workspaceId }: Pick<Person, 'workspaceId'>,
): Promise<string> {
  const company = db.selectFrom('companies').select('id').where('workspace_id', '=', workspaceId);
  return (await company.executeTakeFirstOrThrow()).id;
}
