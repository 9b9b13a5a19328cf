import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import type { JsonValue } from './canonical-json.ts';
import { type ComparedRow, readBody, wasNote } from './compare-row.ts';
import { hashContent } from './make-seal.ts';
import { findInPart, type Part } from './queries-sealed.ts';
import { REMOVING_KINDS, removalOf, removes, thingOf } from './removals.ts';

/** Why rows aren't what was sealed of them, as far as there are reasons that somebody recorded. */
export interface Reasons {
  /** The event (id) that removed a content of an event, and whether the file has it; null where none did. */
  removalOf(row: ComparedRow, field: string): { readonly by: string; readonly place: 'removed' | 'elsewhere' } | null;
  /** Whether the obligation that an event is about was deleted, and what was recorded with it. */
  isDeleted(row: ComparedRow): boolean;
  /** The obligation into which that of an event was merged; null where it wasn't. */
  mergedInto(row: ComparedRow): string | null;
  /** Whether a person, whom a row names no more, is there still. */
  isThere(userId: string): boolean;
}

/**
 * Finds the reasons. Rows were read before: so whatever changed them is there by now, though it may not be sealed, or in a
 * seal that came after the file was begun.
 */
export async function findReasons(db: Db, part: Part, rows: readonly ComparedRow[]): Promise<Reasons> {
  const people = await findPeople(db, [...new Set(rows.flatMap(peopleGone))]);
  const differing = rows.filter((row) => row.differing.length > 0 || hasOtherAuthor(row, people));
  const removers = await findRemovers(db, part, [...new Set(differing.flatMap((row) => thingOfRow(row) ?? []))]);
  const saidToRemove = [...new Set(rows.flatMap(({ removed }) => Object.values(removed).filter(isId)))];
  const named = await findNamed(db, part, saidToRemove);
  const inPart = await findInPart(db, part, saidToRemove);
  const moved = rows.filter(({ said, current }) => current && current.of.item !== said.of.item);
  const items = await findItems(
    db,
    [...new Set([...differing, ...moved].flatMap(({ said }) => said.of.item ?? []))].filter(isId),
  );
  return {
    removalOf: (row, field) => {
      if (!Object.hasOwn(row.removed, field)) {
        const found = removers.get(thingOfRow(row) ?? '')?.findLast((remover) => isRemovedBy(remover, row, field));
        return found ? { by: found.id, place: 'elsewhere' } : null;
      }
      const found = named.get(row.removed[field] ?? '');
      const isIt = found && isAsSealed(found) && isBefore(row, found) && isRemovedBy(found, row, field);
      return isIt ? { by: found.id, place: inPart.has(found.id) ? 'removed' : 'elsewhere' } : null;
    },
    isDeleted: ({ said }) => items.get(said.of.item ?? '')?.isThere === false,
    mergedInto: ({ said }) => items.get(said.of.item ?? '')?.into ?? null,
    isThere: (userId) => people.has(userId),
  };
}

interface Remover {
  readonly id: string;
  readonly what: string;
  readonly about: JsonValue;
}

/** Activities that removed something of records or files and aren't in the seals of a file, by those, oldest first. */
async function findRemovers(
  db: Db,
  { session, until }: Part,
  things: readonly string[],
): Promise<ReadonlyMap<string, readonly Remover[]>> {
  if (things.length === 0) return new Map();
  const { rows } = await sql<Remover>`
    select id, what, about from activity
    where workspace_id = ${session.workspaceId} and what = any(${REMOVING_KINDS}::text[])
      and coalesce(about ->> 'recordId', about ->> 'evidenceId') = any(${things}::text[])
      and not exists (
        select from sealed_events sealed
        where (sealed.workspace_id, sealed.source, sealed.event_id) = (activity.workspace_id, 'activity', activity.id)
          and sealed.seal <= ${until})
    order by at, id`.execute(db);
  return Map.groupBy(rows, ({ about }) => thingOf(about) ?? '');
}

/**
 * Whether an activity removes a content of an event, and the row is as that leaves it: what deletes, deletes the row, and of
 * statuses only notes are changed and deleted. The note in the event of a change is read from the row that was changed.
 */
function isRemovedBy({ what, about }: Remover, row: ComparedRow, field: string): boolean {
  const removal = removalOf(what);
  if (!removal || thingOf(about) !== thingOfRow(row)) return false;
  if (!removes(removal, { source: row.source, content: row.current?.content ?? {} }, field)) return false;
  if (row.source === 'status' && !wasNote(row)) return false;
  return removal.field !== null || (row.source === 'activity' ? row.values[field] === undefined : row.current === null);
}

/** An activity that the tables of seals name, and its sealed event where it has one. */
interface Named extends Remover {
  readonly seal: number | null;
  readonly position: number | null;
  readonly body: string | null;
  readonly salts: Readonly<Record<string, string>> | null;
}

/** Activities that are said to have removed something, wherever they are: sealed in the file, outside of it, or not yet. */
async function findNamed(
  db: Db,
  { session: { workspaceId } }: Part,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Named>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Named>`
    select activity.id, activity.what, activity.about, sealed.seal, sealed.position, sealed.body, sealed.salts
    from activity left join sealed_events sealed on (sealed.workspace_id, sealed.source, sealed.event_id)
      = (activity.workspace_id, 'activity', activity.id)
    where activity.workspace_id = ${workspaceId} and activity.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What nobody sees in a part could have been altered to say that it removed something. */
function isAsSealed({ what, about, body, salts }: Named): boolean {
  if (body === null) return true;
  const { content } = readBody(body);
  return Object.entries({ what, about }).every(
    ([name, value]) => hashContent(salts?.[name] ?? '', value) === content[name],
  );
}

/** Whether an event was sealed before an activity, which may not be sealed yet. */
function isBefore(row: ComparedRow, { seal, position }: Named): boolean {
  return seal === null || row.seal < seal || (row.seal === seal && row.position < (position ?? 0));
}

/** The record or the file whose contents an event has. */
function thingOfRow({ source, event_id: id, current }: ComparedRow): string | null {
  return source === 'activity' ? thingOf(current?.content.about) : id;
}

interface FoundItem {
  readonly id: string;
  /** The obligation into which it was merged, which takes the old one away. */
  readonly into: string | null;
  /** Whether that, or itself, is there. */
  readonly isThere: boolean;
}

async function findItems(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, FoundItem>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<FoundItem>`
    select asked.id, case when old.id is null then target.id end as into,
      coalesce(old.id, target.id) is not null as "isThere"
    from unnest(${ids}::uuid[]) as asked (id)
      left join compliance_items old on old.id = asked.id
      left join merged_items merged on merged.id = asked.id
      left join compliance_items target on target.id = merged.into_id`.execute(db);
  return new Map(rows.map((item) => [item.id, item]));
}

async function findPeople(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`select id from users where id = any(${ids}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

const ROLES = ['by', 'impersonator'] as const;

/** What somebody altered in the tables of seals needn't be an id, and is told none the less. */
const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** Whoever changes a note stands in its row, be the words the same. */
function hasOtherAuthor({ said, current }: ComparedRow, people: ReadonlySet<string>): boolean {
  return ROLES.some((role) => {
    const now = current?.[role] ?? null;
    return current !== null && now !== said[role] && (now !== null || people.has(said[role] ?? ''));
  });
}

/** The people whom an event names and its row doesn't: they were erased, if nothing else happened. */
function peopleGone({ said, current }: ComparedRow): string[] {
  if (!current) return [];
  return ROLES.flatMap((role) => (current[role] === null && said[role]) || []).filter(isId);
}
