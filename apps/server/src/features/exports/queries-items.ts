import type { DoesNotApply } from '@anupalan/contract/applicability/items';
import type { ExportFilters } from '@anupalan/contract/proof/exports';
import { matchesStateFilter } from '@anupalan/domain/applicability';
import { assign, workerOf } from '@anupalan/domain/assignments';
import { indianDayOf } from '@anupalan/domain/calendar-day';
import { sql } from 'kysely';
import type { Database, Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { readActNames } from '../acts/queries.ts';
import { listExclusions } from '../applicability/queries.ts';
import { type ItemOfCompany, readItemsOf } from '../clients/queries.ts';
import { planOf } from '../compliance-items/queries.ts';
import { readNames } from '../reports/queries-people.ts';
import type { Days } from '../tracker/choose-days.ts';
import { indexLines, LinesBeside, linesBeside, listColleagues, onDay } from '../tracker/queries-assignments.ts';
import type { Outside } from './outside.ts';
import { listRecordedItems } from './queries-records.ts';
import type { Asked } from './table-source.ts';

/** An item of a table, with the name of its act. */
export interface ExportedItem extends ItemOfCompany {
  readonly act: string;
  /** Why it is none of the company's now: only what was recorded is told of it. */
  readonly outside: Outside | null;
  /** Whether anything of it is recorded; it is not asked of those that are counted. */
  readonly isRecorded: boolean;
}

/**
 * The items that the asker has in their table, and those outside of which something is recorded or which somebody said
 * do not apply (R-exports-7), which the filters leave (R-exports-3): by act, in the order of the table.
 */
export async function readExportedItems(database: Database, asked: Asked, days: Days): Promise<ExportedItem[]> {
  const { session, catalogue, today } = asked;
  const [recorded, exclusions] = await Promise.all([
    listRecordedItems(database.db, session),
    listExclusions(database.db, session, today),
  ]);
  const names = await readNames(database.db, session, new Set(exclusions.map(({ excludedBy }) => excludedBy)));
  const said = new Map(exclusions.map((exclusion) => [exclusion._id, presentExclusion(exclusion, names)]));
  const ended = new Set(catalogue.items.filter(({ hasEnded }) => hasEnded).map(({ id }) => id));
  const also = new Set([...recorded, ...said.keys()]);
  const items = await readItems(database.pool, asked, { days, withEnded: true, also });
  const placed = items.map((of): Placed => {
    const { id } = of.item;
    const isRecorded = recorded.has(id);
    if (ended.has(id)) return { ...of, isRecorded, outside: { kind: 'ended' } };
    return { ...of, isRecorded, outside: of.isShown ? null : (said.get(id) ?? { kind: 'judged' }) };
  });
  return await choose(
    database.db,
    asked,
    placed.filter(({ outside, isRecorded }) => outside?.kind !== 'ended' || isRecorded),
  );
}

/** The items of which figures are made: those that apply, and go on. */
export async function readCountedItems(database: Database, asked: Asked, days: Days): Promise<ExportedItem[]> {
  const items = await readItems(database.pool, asked, { days });
  return await choose(
    database.db,
    asked,
    items.map((of) => ({ ...of, isRecorded: false, outside: null })),
  );
}

type Placed = Omit<ExportedItem, 'act'>;

function presentExclusion(
  { createdAt, until, excludedBy, reason }: DoesNotApply,
  names: ReadonlyMap<string, string>,
): Outside {
  const since = indianDayOf(Temporal.Instant.from(createdAt));
  const by = names.get(excludedBy) ?? null;
  return { kind: 'said', since: `${since}`, until: until?.slice(0, 10) ?? null, by, reason };
}

/** The items that the filters leave, with the names of their acts, by act. */
async function choose(db: Db, asked: Asked, items: readonly Placed[]): Promise<ExportedItem[]> {
  const { session, catalogue, filters } = asked;
  const [acts, keeps] = await Promise.all([readActNames(db), keepsPerson(db, asked)]);
  const plan = planOf(session);
  const parts = new Map(catalogue.items.map(({ id, parts }) => [id, parts[plan]]));
  const isFound = ({ item, act }: ExportedItem) =>
    matches(filters.search, `${item.title} ${act} ${JSON.stringify(parts.get(item.id) ?? '')}`);
  const exported = items
    .map((of) => ({ ...of, act: of.item.act ?? acts.get(of.item.actId) ?? '' }))
    .filter(({ item }) => filters.state === undefined || matchesStateFilter(item.rule, filters.state))
    .filter(({ item }) => filters.act === undefined || item.actId === filters.act)
    .filter(({ item }) => filters.item === undefined || item.id === filters.item)
    .filter(keeps)
    .filter((one) => filters.search === undefined || isFound(one));
  return [...Map.groupBy(exported, ({ item }) => item.actId).values()].flat();
}

async function readItems(
  pool: Database['pool'],
  { session, catalogue, today }: Asked,
  { days, ...which }: { days: Days; withEnded?: boolean; also?: ReadonlySet<string> },
): Promise<ItemOfCompany[]> {
  const reading = { session, catalogue, today, ...which };
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
