import { MESSAGE_KINDS, type MessageChannel, type MessageKindName } from '@anupalan/contract/telling/messages';
import { CHOSEN_KINDS } from '@anupalan/domain/telling/preferences';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { IS_CURRENT } from '../../identity/members/membership.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import type { WaitingMessage } from './kinds.ts';

/** Seconds for which a worker that took messages has them to itself; it says so again while it works. */
export const TAKEN_SECONDS = 60;

/** Why a message is not sent after all: nothing is left to say, or its person is not to be told (R-messages-5). */
export const LEFT_OUT_REASONS = [
  'nothing-left',
  'inactive',
  'unreachable',
  'switched-off',
  'left',
  'no-device',
] as const;
export type LeftOut = (typeof LEFT_OUT_REASONS)[number];

/** A message that a worker took. */
export interface TakenMessage extends WaitingMessage {
  /** How often it was taken, this time included. */
  readonly tries: number;
  readonly leftOut: LeftOut | null;
}

interface Take {
  readonly channel: MessageChannel;
  /** Kinds that this process can write: one of a newer version's stays for that. */
  readonly kinds: readonly MessageKindName[];
  readonly now: Temporal.Instant;
  readonly limit: number;
  readonly takenSeconds: number;
}

interface TakenRow {
  id: string;
  user_id: string;
  workspace_id: WorkspaceId | null;
  kind: string;
  key: string;
  about: unknown;
  made_at: Date;
  tries: number;
  first_name: string;
  primary_email: string;
  left_out: LeftOut | null;
}

const About = z.record(z.string(), z.unknown());
const Kind = z.enum(MESSAGE_KINDS);

/** Kinds that go out by the hour, after those that have a minute; as the index has it. */
const BY_THE_HOUR = sql`(kind in ('digest', 'monday'))`;

/** Whether a person switched the kind of a message off, by their choices `chosen`. */
const IS_SWITCHED_OFF = sql`(case message.kind ${sql.join(
  CHOSEN_KINDS.map((kind) => sql`when ${sql.lit(kind)} then chosen.${sql.ref(kind)}`),
  sql` `,
)} end) is false`;

/** Why a message to a person, whose address may be `refusing`, is not sent any more; null when it is (R-messages-5). */
const LEFT_OUT = sql<LeftOut | null>`case
  when person.status <> 'active' then 'inactive'
  when message.channel = 'mail' and refusing.user_id is not null then 'unreachable'
  when ${IS_SWITCHED_OFF} then 'switched-off'
  when message.workspace_id is not null and not exists (
    select from memberships m where m.workspace_id = message.workspace_id and m.user_id = message.user_id
      and ${sql.raw(IS_CURRENT)}) then 'left' end`;

/**
 * Takes messages that are due for one worker: others pass over them until it is done or silent for `takenSeconds`, when
 * they are due again: by the clock of the database, which all instances share. Who can't or won't be reached is looked up in the same statement.
 */
export async function takeMessages(db: Db, take: Take): Promise<TakenMessage[]> {
  return (await takingMessages(take).execute(db)).rows.map(toTaken);
}

/** The statement that takes messages. Its limits are numbers, by which it is planned for few rows of very many. */
export function takingMessages({ channel, kinds, now, limit, takenSeconds }: Take): RawBuilder<TakenRow> {
  const moment = sql`${now.toString()}::timestamptz`;
  const due = sql`channel = ${channel} and state = 'waiting' and send_after <= ${moment}
    and (taken_until is null or taken_until <= now()) and kind = any(${kinds}::text[])`;
  return sql<TakenRow>`
    with prompt as (
      select id from messages where ${due} and ${BY_THE_HOUR} is false
      order by send_after, id limit ${sql.lit(limit)} for update skip locked),
    hourly as (
      select id from messages where ${due} and ${BY_THE_HOUR} is true
      order by send_after, id limit ${sql.lit(limit)} for update skip locked),
    due as (
      select id from prompt
      union all (select id from hourly limit ${sql.lit(limit)} - (select count(*) from prompt)))
    update messages message set
      taken_until = now() + make_interval(secs => ${takenSeconds}),
      tries = least(message.tries + 1, 1000)
    from due, users person
      left join unreachable_addresses refusing
        on refusing.user_id = person.id and refusing.address = person.primary_email
      left join message_preferences chosen on chosen.user_id = person.id
    where message.id = due.id and person.id = message.user_id
    returning message.id, message.user_id, message.workspace_id, message.kind, message.key, message.about,
      message.made_at, message.tries, person.first_name, person.primary_email, ${LEFT_OUT} as left_out`;
}

function toTaken(row: TakenRow): TakenMessage {
  return {
    id: row.id,
    userId: row.user_id,
    workspaceId: row.workspace_id,
    kind: Kind.parse(row.kind),
    key: row.key,
    about: About.parse(row.about),
    madeAt: Temporal.Instant.fromEpochMilliseconds(row.made_at.getTime()),
    firstName: row.first_name,
    address: row.primary_email,
    tries: row.tries,
    leftOut: row.left_out,
  };
}

/** Says that a worker still works on messages that it took. */
export async function holdMessages(db: Db, ids: readonly string[], takenSeconds: number): Promise<void> {
  await sql`
    update messages set taken_until = now() + make_interval(secs => ${takenSeconds})
    where id = any(${ids}::uuid[]) and state = 'waiting' and taken_until is not null`.execute(db);
}

/** Gives back messages that a worker took and did nothing about: they are due again, and it was no try. */
export async function giveBackMessages(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    update messages set taken_until = null, tries = greatest(tries - 1, 0)
    where id = any(${ids}::uuid[]) and state = 'waiting'`.execute(db);
}
