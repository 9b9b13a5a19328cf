import { type Choices, type Preferences, preferencesIn, USUAL_PREFERENCES } from '@anupalan/domain/telling/preferences';
import { sql } from 'kysely';
import { IS_CURRENT } from '../../identity/members/membership.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';

const COLUMNS = ['hour', 'digest', 'monday', 'custom', 'escalation'] as const;

/** What a person is told in a company, and whether their address takes mail. */
export interface PreferencesOfPerson {
  readonly preferences: Preferences;
  /** Whether they chose anything. */
  readonly chosen: boolean;
  readonly email: string;
  readonly notReachableSince: Date | null;
}

/** What the people of a company are told who chose nothing (R-messages-2). */
export async function readDefaults(db: Db, workspaceId: WorkspaceId): Promise<Preferences> {
  const row = await db
    .selectFrom('message_defaults')
    .select(COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  if (!row) return USUAL_PREFERENCES;
  const { hour, ...kinds } = row;
  return { hour, kinds };
}

/** What a person is told in a company (R-messages-2); their one digest comes at the earliest hour of their companies. */
export async function readPreferencesOf(
  db: Db,
  { userId, workspaceId }: { userId: string; workspaceId: WorkspaceId },
): Promise<PreferencesOfPerson> {
  const [own, defaults, address] = await Promise.all([
    readChoices(db, userId),
    readDefaults(db, workspaceId),
    readAddress(db, userId),
  ]);
  return {
    preferences: preferencesIn(own, { ...defaults, hour: address.hour }),
    chosen: own !== undefined,
    email: address.email,
    notReachableSince: address.since,
  };
}

async function readChoices(db: Db, userId: string): Promise<Choices | undefined> {
  const row = await db
    .selectFrom('message_preferences')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { hour, ...kinds } = row;
  return { hour, kinds };
}

/** A person's e-mail, since when it is refused, and the hour of who chose none. */
async function readAddress(db: Db, userId: string): Promise<{ email: string; since: Date | null; hour: number }> {
  const { rows } = await sql<{ email: string; since: Date | null; hour: number }>`
    select person.primary_email as email, refusing.since, coalesce((
      select min(coalesce(said.hour, ${USUAL_PREFERENCES.hour}))
      from memberships m left join message_defaults said on said.workspace_id = m.workspace_id
      where m.user_id = person.id and m.company_id is not null and ${sql.raw(IS_CURRENT)}), ${USUAL_PREFERENCES.hour})::int as hour
    from users person left join unreachable_addresses refusing
      on refusing.user_id = person.id and refusing.address = person.primary_email
    where person.id = ${userId}`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('unauthenticated', 'Please sign in to continue');
  return row;
}

/** Whether mail to a person comes back (R-messages-12). */
export async function isUnreachable(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('unreachable_addresses')
    .innerJoin('users', (join) =>
      join.onRef('users.id', '=', 'user_id').onRef('users.primary_email', '=', 'unreachable_addresses.address'),
    )
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}
