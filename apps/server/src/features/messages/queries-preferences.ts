import {
  CHOSEN_KINDS,
  type Choices,
  type ChosenKind,
  type Preferences,
  preferencesIn,
  USUAL_PREFERENCES,
} from '@anupalan/domain/telling/preferences';
import { sql } from 'kysely';
import { IS_CURRENT } from '../../identity/members/membership.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';

const COLUMNS = ['hour', 'digest', 'monday', 'custom', 'escalation'] as const;

/** What a person is told in a company, and whether their address takes mail. */
export interface PreferencesOfPerson {
  readonly preferences: Preferences;
  /** What they chose. */
  readonly chosen: (typeof COLUMNS)[number][];
  /** The kinds that somebody with their roles may get at all. */
  readonly offered: ChosenKind[];
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
    chosen: COLUMNS.filter((column) => own && (column === 'hour' ? own.hour : own.kinds[column]) !== null),
    offered: CHOSEN_KINDS.filter((kind) => isOffered(kind, address)),
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

interface AddressRow {
  email: string;
  since: Date | null;
  hour: number;
  owns: boolean;
  manages: boolean;
}

/** A person's e-mail, since when it is refused, the hour of who chose none, and what they are anywhere. */
async function readAddress(db: Db, userId: string): Promise<AddressRow> {
  const { rows } = await sql<AddressRow>`
    select person.primary_email as email, refusing.since, coalesce(there.hour, ${USUAL_PREFERENCES.hour})::int as hour,
      coalesce(there.owns, false) as owns, coalesce(there.manages, false) as manages
    from users person
      left join unreachable_addresses refusing
        on refusing.user_id = person.id and refusing.address = person.primary_email
      cross join lateral (
        select min(coalesce(said.hour, ${USUAL_PREFERENCES.hour})) as hour, bool_or(m.role = 'owner') as owns,
          bool_or(m.role in ('owner', 'manager')) as manages
        from memberships m left join message_defaults said on said.workspace_id = m.workspace_id
        where m.user_id = person.id and m.company_id is not null and ${sql.raw(IS_CURRENT)}) there
    where person.id = ${userId}`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('unauthenticated', 'Please sign in to continue');
  return row;
}

/** Whether somebody may get a kind by what they are in any company (R-messages-1). */
function isOffered(kind: ChosenKind, { owns, manages }: AddressRow): boolean {
  if (kind === 'escalation') return owns;
  return kind !== 'monday' || manages;
}

/** Whether a person is told a kind in any of their companies, by their own choice or by the company's (R-messages-2). */
export async function isToldAnywhere(db: Db, userId: string, kind: ChosenKind): Promise<boolean> {
  const { rows } = await sql<{ told: boolean }>`
    select coalesce(
      (select ${sql.ref(kind)} from message_preferences where user_id = ${userId}),
      (select bool_or(coalesce(said.${sql.ref(kind)}, true))
       from memberships m left join message_defaults said on said.workspace_id = m.workspace_id
       where m.user_id = ${userId} and m.company_id is not null and ${sql.raw(IS_CURRENT)}),
      ${USUAL_PREFERENCES.kinds[kind]}) as told`.execute(db);
  return rows[0]?.told ?? false;
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
