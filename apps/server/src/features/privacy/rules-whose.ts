import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { IS_CURRENT } from '../../identity/members/membership.ts';

/** The person whom a file is about; `email` is their confirmed address. */
export interface Person {
  readonly userId: string;
  readonly email: string;
}

/** Rows of a table that are a person's, as they are given to them. */
export interface Exported {
  /** The name of this part of the file, and what is in it. */
  readonly part: string;
  readonly what: string;
  readonly isOf: (person: Person) => RawBuilder<SqlBool>;
  /** The column, or SQL of some, that tells a person's rows apart; `id` unless named. */
  readonly key?: string;
  /** The column of the workspace whose company a row belongs to; `workspace_id` unless named. */
  readonly workspace?: string;
  /** Columns that stay here: secrets, and bytes that a JSON file is no place for. */
  readonly hidden?: readonly string[];
}

export const isOfUser = ({ userId }: Person) => sql<SqlBool>`user_id = ${userId}`;
/** A membership `m` that gives somebody all of a company: it hasn't ended, and isn't a viewer's, who may see a part. */
export const isWhole = ({ userId }: Person) =>
  sql`m.user_id = ${userId} and m.role <> 'viewer' and ${sql.raw(IS_CURRENT)}`;
export const workspacesOf = (person: Person) =>
  sql`(select m.workspace_id from memberships m where ${isWhole(person)})`;
export const isOfWorkspace = (person: Person) => sql<SqlBool>`workspace_id in ${workspacesOf(person)}`;

/** An event `event` that somebody may see: a restricted one is for its people alone, and never for administrators. */
export const isSeen = (
  person: Person,
) => sql`event.workspace_id in ${workspacesOf(person)} and (event.visibility = 'company'
  or ${person.userId}::uuid in (select event.recorded_by union all select unnest(event.named))
  and not exists (select from users where id = ${person.userId} and role = 'admin'))`;

/** Whether a row is of a duty, by the column that has its id, whose event somebody sees. */
export const ofSeenEvent = (
  person: Parameters<typeof isSeen>[0],
  duty = 'duty_id',
) => sql`(workspace_id, ${sql.ref(duty)}) in (
  select duty.workspace_id, duty.id from event_duties duty
    join events event on event.workspace_id = duty.workspace_id and event.id = duty.event_id
  where ${isSeen(person)})`;
