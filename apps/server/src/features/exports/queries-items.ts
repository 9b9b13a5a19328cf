import type { ExportFilters } from '@anupalan/contract/proof/exports';
import { matchesStateFilter } from '@anupalan/domain/applicability';
import { assign, workerOf } from '@anupalan/domain/assignments';
import { sql } from 'kysely';
import type { Database, Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { readActNames } from '../acts/queries.ts';
import { type ItemOfCompany, readItemsOf } from '../clients/queries.ts';
import { planOf } from '../compliance-items/queries.ts';
import type { Days } from '../tracker/choose-days.ts';
import { indexLines, LinesBeside, linesBeside, listColleagues, onDay } from '../tracker/queries-assignments.ts';
import type { Asked } from './table-source.ts';

/** An item of a table, with the name of its act. */
export interface ExportedItem extends ItemOfCompany {
  readonly act: string;
  /** Whether it falls due no more: only what was recorded is told of it. */
  readonly hasEnded: boolean;
}

/**
 * The items that the asker has in their table, ended ones included, which the filters leave (R-exports-3): by act, in the
 * order of the table.
 */
export async function readExportedItems({ db, pool }: Database, asked: Asked, days: Days): Promise<ExportedItem[]> {
  const { session, catalogue, filters } = asked;
  const [items, acts, keeps] = await Promise.all([
    readItems(pool, asked, days),
    readActNames(db),
    keepsPerson(db, asked),
  ]);
  const ended = new Set(catalogue.items.filter(({ hasEnded }) => hasEnded).map(({ id }) => id));
  const searched = new Map(catalogue.items.map(({ id, full }) => [id, full[planOf(session)]]));
  const exported = items
    .map((of) => ({ ...of, act: of.item.act ?? acts.get(of.item.actId) ?? '', hasEnded: ended.has(of.item.id) }))
    .filter(({ item }) => filters.state === undefined || matchesStateFilter(item.rule, filters.state))
    .filter(({ item }) => filters.act === undefined || item.actId === filters.act)
    .filter(({ item }) => filters.item === undefined || item.id === filters.item)
    .filter(keeps)
    .filter(({ item, act }) => matches(filters.search, `${item.title} ${act} ${searched.get(item.id) ?? ''}`));
  return [...Map.groupBy(exported, ({ item }) => item.actId).values()].flat();
}

async function readItems(
  pool: Database['pool'],
  { session, catalogue, today }: Asked,
  days: Days,
): Promise<ItemOfCompany[]> {
  const reading = { session, catalogue, today, withEnded: true };
  for await (const [, , items] of readItemsOf(pool, [session], reading, days)) return items;
  return [];
}

/** Whether a text has every word of a search, whatever their case. */
function matches(search = '', text: string): boolean {
  const lower = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

/** Whose items are kept, as the screen's choice has them (R-checks-17). */
async function keepsPerson(
  db: Db,
  { session, filters, today }: Asked,
): Promise<(item: Pick<ItemOfCompany, 'item'>) => boolean> {
  const { person } = filters;
  if (person === undefined) return () => true;
  const [linesOf, people] = await Promise.all([
    readAllLines(db, session.workspaceId),
    listColleagues(db, session.workspaceId),
  ]);
  const away = new Set(onDay(people, today).flatMap(({ userId, isAway }) => (isAway ? [userId] : [])));
  return ({ item }) => {
    const lines = linesOf(item);
    return (
      KEEPS[person](lines, (userId) => away.has(userId)) ===
      (person === 'not-assigned' || person === 'by-item' || session.userId)
    );
  };
}

type Lines = ReturnType<ReturnType<typeof indexLines>>;

/** What each choice asks of the lines of an item: a person, or whether it is so. */
const KEEPS: Readonly<
  Record<NonNullable<ExportFilters['person']>, (lines: Lines, isAway: (userId: string) => boolean) => unknown>
> = {
  mine: (lines) => assign(lines).responsible,
  'my-work': (lines, isAway) => workerOf(assign(lines), isAway),
  'not-assigned': ({ item, act }) => !item?.responsible && !act?.responsible,
  'by-item': ({ item }) => item !== null,
};

async function readAllLines(db: Db, workspaceId: WorkspaceId): Promise<ReturnType<typeof indexLines>> {
  const { rows } = await sql<{ lines: unknown }>`
    select ${sql.raw(linesBeside('chosen.id', 'true'))} as lines
    from (select ${workspaceId}::uuid as id) chosen`.execute(db);
  return indexLines(LinesBeside.parse(rows[0]?.lines));
}
