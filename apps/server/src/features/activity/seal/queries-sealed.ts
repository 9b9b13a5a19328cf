import { INDIA } from '@anupalan/domain/calendar-day';
import { can } from '@anupalan/domain/permissions';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { actorOf, type Session } from '../../../identity/sessions.ts';
import { indianDay } from '../../../platform/days/indian-day.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { IS_NEWEST_STATUS } from '../queries.ts';
import { EVENTS, readAs } from './source-rows.ts';

/** What of the activity is in a file: days and acts (ids), besides what the session may see anyway. */
export interface Chosen {
  /** ISO days (`2026-11-15`), both included: of the occurrence, else of the doing in Indian time. */
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
  readonly acts?: readonly string[] | null | undefined;
  /** Of evidence the events of exactly these files (ids), wherever they lie. */
  readonly evidence?: ReadonlySet<string> | undefined;
}

/** An event as it was sealed. */
export interface SealedRow {
  readonly seal: number;
  readonly position: number;
  readonly source: string;
  readonly event_id: string;
  readonly body: string;
  readonly salts: Readonly<Record<string, string>>;
  readonly removed: Readonly<Record<string, string>>;
  /** Whether it isn't the event that was sealed, or not under its id: it is in every part, for `verify` to name. */
  readonly altered: boolean;
  /** Whether it is in the part anyway: of what is not, no content is told. */
  readonly within: boolean;
}

/** Where a batch of sealed events ended. */
export type ReachedInSeals = Pick<SealedRow, 'seal' | 'position'>;

/** Whether a session sees every event there is, when it chooses nothing. */
export function seesEverything(session: Session): boolean {
  const actor = actorOf(session);
  return session.member.scope === null && can(actor, 'invitations.list') && can(actor, 'status-history.read');
}

/** The contents that are left out for a session: on the free plan there are no notes (R-activity-4). */
export function contentsLeftOut(session: Session): readonly string[] {
  return can(actorOf(session), 'status-history.read') ? [] : ['note', 'check'];
}

/** What of a chain is in a file: what somebody chose of what they may see, up to a seal. */
export interface Part {
  readonly session: Session;
  readonly chosen: Chosen;
  /** The number of the newest seal. */
  readonly until: number;
}

/** A batch of sealed events of a part, in the order of the chain, and where it ended: null when nothing follows. */
export async function readSealedEvents(
  db: Db,
  part: Part,
  { after, limit }: { after: ReachedInSeals; limit: number },
): Promise<{ rows: SealedRow[]; last: ReachedInSeals | null }> {
  const { rows } = await sql<SealedRow>`
    select sealed.seal, sealed.position, sealed.source, sealed.event_id, sealed.body, sealed.salts, sealed.removed,
      event.altered, not event.altered or (${sql.join(conditionsOf(part.session, part.chosen), sql` and `)}) is true as within
    ${selectPart(part)} and (sealed.seal, sealed.position) > (${after.seal}, ${after.position})
    order by sealed.seal, sealed.position limit ${limit}`.execute(db);
  const last = rows.length < limit ? null : (rows.at(-1) ?? null);
  const chosen = rows.flatMap((row) => {
    const within = row.within && isChosen(part.chosen, { source: row.source, id: row.event_id });
    return row.altered || within ? { ...row, within, salts: textsOf(row.salts), removed: textsOf(row.removed) } : [];
  });
  return { rows: chosen, last };
}

/** The texts of a JSON object: what somebody altered may be anything. */
function textsOf(json: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(json ?? {}).filter((entry) => typeof entry[1] === 'string'));
}

/** Which activities of some (ids) are among the sealed events of a part. */
export async function findInPart(db: Db, part: Part, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select sealed.event_id as id ${selectPart(part)}
      and sealed.source = 'activity' and sealed.event_id = any(${ids}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * What was sealed of an obligation that was merged into another is about that one. What somebody altered may be nothing
 * that can be read, and nobody knows any more of what it was.
 */
function selectPart({ session, chosen, until }: Part): RawBuilder<unknown> {
  return sql`
    from sealed_events sealed
      cross join lateral (select ${readAs(sql`sealed.body`, 'jsonb')} as said) body
      cross join lateral (
        select sealed.source, sealed.event_id as id, coalesce(
            (select into_id from merged_items where id = ${SEALED_ITEM}), ${SEALED_ITEM}) as item,
          coalesce(${readAs(sql`said #>> '{of,day}'`, 'date')},
            (${readAs(sql`said ->> 'at'`, 'timestamptz')} at time zone ${INDIA})::date) as day,
          sealed.leaf <> sha256('\\x00'::bytea || convert_to(sealed.body, 'utf8'))
            or (sealed.source, sealed.event_id::text) is distinct from (said ->> 'source', said ->> 'id') as altered,
          sealed.removed <> '{}' as removed
      ) event
    where sealed.workspace_id = ${session.workspaceId} and sealed.seal <= ${until}
      and (altered or ${sql.join(conditionsOf(session, chosen), sql` and `)})`;
}

const SEALED_ITEM = readAs(sql`said #>> '{of,item}'`, 'uuid');

/** An event that isn't sealed in a file. */
export interface WaitingEvent {
  readonly source: string;
  readonly id: string;
  readonly at: string;
  /** Whether the next round finds it, or one did since the file was begun; what was put in past the sealing isn't found. */
  readonly next?: true;
}

/**
 * The oldest events that aren't in the seals of a file, as far as they are of its part: {@link MOST_WAITING} at most, and
 * whether there are more.
 */
export async function readWaitingEvents(
  db: Db,
  { session, chosen, until }: Part,
): Promise<{ waiting: WaitingEvent[]; more: boolean }> {
  const { rows } = await sql<Omit<WaitingEvent, 'next'> & { isNext: boolean }>`
    select event.source, event.id, (${IS_FOUND}) is true as "isNext", to_char(event.moment at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from (
      select unsealed.*, ${readAs(sql`unsealed.of ->> 'item'`, 'uuid')} as item, true as removed,
        coalesce(${readAs(sql`unsealed.of ->> 'day'`, 'date')}, ${sql.raw(indianDay('unsealed.moment'))}) as day
      from (select * from ${EVENTS}) unsealed where unsealed.workspace_id = ${session.workspaceId}) event
    where not exists (
        select from sealed_events sealed where (sealed.workspace_id, sealed.source, sealed.event_id)
          = (event.workspace_id, event.source, event.id) and sealed.seal <= ${until})
      and ${sql.join(conditionsOf(session, chosen), sql` and `)}
    order by event.moment, event.source, event.id limit ${MOST_WAITING + 1}`.execute(db);
  const first = rows.slice(0, MOST_WAITING).filter((event) => isChosen(chosen, event));
  const waiting = first.map(({ isNext, ...event }) => ({ ...event, ...(isNext && { next: true as const }) }));
  return { waiting, more: rows.length > MOST_WAITING };
}

/** Whether a round comes by an event, as `sealRound` looks for it, or came. */
const IS_FOUND = sql<SqlBool>`exists (
    select from sealed_events later where (later.workspace_id, later.source, later.event_id)
      = (event.workspace_id, event.source, event.id))
  or (select sweeps_after is not null or event.written_in >= horizon
      and event.written_in < pg_snapshot_xmax(pg_current_snapshot())::text::bigint from sealing)`;

/** Events that are named as not sealed yet; while the sealing keeps up there are few. */
const MOST_WAITING = 10_000;

/**
 * The conditions on an `event` with its `source`, `id`, `item`, `day` and `removed`: as the activity has them (R-activity-4,
 * R-activity-5), and what was chosen.
 */
function conditionsOf(session: Session, chosen: Chosen): RawBuilder<SqlBool>[] {
  const actor = actorOf(session);
  const within = [session.member.scope ?? {}, chosen].flatMap(({ acts, from, to }: Chosen) => [
    ...(acts
      ? [sql<SqlBool>`event.item in (select id from compliance_items where act_id = any(${acts}::uuid[]))`]
      : []),
    ...(from ? [sql<SqlBool>`event.day >= ${from}::date`] : []),
    ...(to ? [sql<SqlBool>`event.day <= ${to}::date`] : []),
  ]);
  return [
    sql<SqlBool>`true`,
    ...(can(actor, 'invitations.list') ? [] : [IS_NO_INVITATION]),
    ...(can(actor, 'status-history.read') ? [] : [IS_NEWEST]),
    ...(chosen.evidence ? within.map((condition) => sql<SqlBool>`(${IS_OF_EVIDENCE} or ${condition})`) : within),
  ];
}

const IS_OF_EVIDENCE = sql<SqlBool>`event.source in ('evidence', 'evidence-removal')`;

/** Whether a file is among those of which the events are asked for: there may be many more than a statement takes. */
function isChosen({ evidence }: Chosen, { source, id }: { readonly source: string; readonly id: string }): boolean {
  return !evidence || !source.startsWith('evidence') || evidence.has(id);
}

const IS_NO_INVITATION = sql<SqlBool>`(event.source <> 'activity' or not exists (
  select from activity told where told.id = event.id and told.what like 'invitations.%'))`;

/**
 * The newest status of an occurrence or a duty: one that was taken back is it only where nothing else was recorded. One of
 * which there is no row, though nothing was removed of it, is in each file.
 */
const IS_NEWEST = sql<SqlBool>`case event.source
  when 'status' then exists (
    select from status_records record where record.id = event.id and ${IS_NEWEST_STATUS})
    or not event.removed and not exists (select from status_records record where record.id = event.id)
  when 'duty' then not event.removed and not exists (select from event_duty_records record where record.id = event.id)
    or exists (
    select from event_duty_records record
    where record.id = event.id and record.takes_back is null and not exists (
      select from event_duty_records newer
      where (newer.workspace_id, newer.duty_id) = (record.workspace_id, record.duty_id) and newer.takes_back is null
        and (${isCounting('newer')}, newer.created_at, newer.id)
          > (${isCounting('record')}, record.created_at, record.id)))
  else true end`;

function isCounting(record: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select from event_duty_records note
    where note.workspace_id = ${sql.ref(`${record}.workspace_id`)} and note.takes_back = ${sql.ref(`${record}.id`)})`;
}
