import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import type { JsonValue } from './canonical-json.ts';
import type { ComparedRow } from './compare-row.ts';
import { findInPart, type Part } from './queries-sealed.ts';
import { REMOVING_KINDS, removalOf, removes, thingOf } from './removals.ts';

/** Why rows aren't what was sealed of them, as far as there are reasons that somebody recorded. */
export interface Reasons {
  /** The event that removed a content of an event and isn't in the file; null where none did. */
  removerOf(row: ComparedRow, field: string): string | null;
  /** Whether the event that removed a content is in the file. */
  hasRemover(id: string): boolean;
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
  const inPart = await findInPart(db, part, [
    ...new Set(rows.flatMap(({ removed }) => Object.values(removed).filter(isId))),
  ]);
  const moved = rows.filter(({ said, current }) => current && current.of.item !== said.of.item);
  const items = await findItems(db, [...new Set([...differing, ...moved].flatMap(({ said }) => said.of.item ?? []))]);
  return {
    removerOf: (row, field) => {
      const of = { source: row.source, content: row.current?.content ?? {} };
      const found = removers.get(thingOfRow(row) ?? '')?.findLast(({ what }) => {
        const removal = removalOf(what);
        return removal !== undefined && removes(removal, of, field);
      });
      return found?.id ?? null;
    },
    hasRemover: (id) => inPart.has(id),
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

/** The record or the file whose contents an event has. */
function thingOfRow({ source, event_id: id, current }: ComparedRow): string | null {
  return source === 'activity' ? thingOf(current?.content.about) : id;
}

interface FoundItem {
  readonly id: string;
  /** The obligation into which it was merged. */
  readonly into: string | null;
  /** Whether that, or itself, is there. */
  readonly isThere: boolean;
}

async function findItems(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, FoundItem>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<FoundItem>`
    select asked.id, merged.into_id as into, item.id is not null as "isThere"
    from unnest(${ids}::uuid[]) as asked (id)
      left join merged_items merged on merged.id = asked.id
      left join compliance_items item on item.id = coalesce(merged.into_id, asked.id)`.execute(db);
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
