import type { UserFilters } from '@anupalan/contract/users';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import { COUNTED_AT_MOST } from '../../platform/postgres/pages.ts';

/** A search, as the contract parsed it. */
export type UserSearch = Omit<UserFilters, 'search'> & { readonly search: string };

/** How many users there are, and how many of them have the role and the status that are asked for. */
export interface UserTally {
  readonly inAll: number;
  readonly ofFilters: number;
}

/** The number of users that a search found, counted as far as {@link COUNTED_AT_MOST} + 1, and the ids of its page. */
export interface FoundUsers {
  readonly counted: number;
  readonly ids: readonly string[];
}

/** A way to find them; which one reads least depends on how frequent the searched text is. */
export type Way = 'walk' | 'walk-filtered' | 'trigrams';

/** Characters of a search that finds beginnings of words only (R-users-52). */
const SHORT = 2;

/** Rows that are looked at to estimate how many a search would find: enough to tell one in a hundred from none. */
const SAMPLED = 4_000;

/** The time it takes to fetch a user's row, in that of reading one from the index that has the text. */
const FETCHING = 10;

/**
 * Finds a page of the users who match a search (R-users-13, R-users-14). Frequent texts are found soonest by walking
 * from the newest user on until enough are found, rare ones by their trigrams, and where few have the role and the
 * status, by walking those alone. A sample tells which of the three reads least.
 */
export async function findUsers(db: Db, search: UserSearch, tally: UserTally): Promise<FoundUsers> {
  if (tally.ofFilters === 0) return { counted: 0, ids: [] };
  const { rows } = await selectFound(search, await chooseWay(db, search, tally)).execute(db);
  return rows[0] ?? { counted: 0, ids: [] };
}

/** The statement that finds users in one of the ways. */
export function selectFound(search: UserSearch, way: Way): RawBuilder<FoundUsers> {
  const offset = (search.page - 1) * search.limit;
  const limit = Math.max(0, Math.min(search.limit, COUNTED_AT_MOST - offset));
  return sql`
    with found as materialized (${FOUND[way](search)})
    select (select count(*) from (select from found limit ${COUNTED_AT_MOST + 1}) counted) as counted,
      array(select id from found order by created_at desc, id desc limit ${limit} offset ${offset})::text[] as ids`;
}

/** What each way selects. No index answers `strpos` or `… is true`, so each statement has one plan that is any good. */
const FOUND: Readonly<Record<Way, (search: UserSearch) => RawBuilder<unknown>>> = {
  walk: (search) => sql`
    select id, created_at from users where ${hasText(search)} and (${hasFilters(search)}) is true ${NEWEST}`,
  'walk-filtered': (search) => sql`
    select id, created_at from users where ${hasText(search)} and ${hasFilters(search)} ${NEWEST}`,
  trigrams: (search) => sql`
    select id, created_at from users
    where search_trigrams(search_text) @> search_trigrams(${textOf(search)})
      and ${hasText(search)} and (${hasFilters(search)}) is true`,
};

const NEWEST = sql`order by created_at desc, id desc limit ${COUNTED_AT_MOST + 1}`;

async function chooseWay(db: Db, search: UserSearch, { inAll, ofFilters }: UserTally): Promise<Way> {
  const { sampled, matching, candidates } = await sample(db, search, inAll);
  const share = matching / Math.max(sampled, 1);
  const rowsUntilEnough = (rows: number, shareOfRows: number) => Math.min(rows, COUNTED_AT_MOST / shareOfRows);
  const cost: Readonly<Record<Way, number>> = {
    walk: rowsUntilEnough(inAll, share),
    'walk-filtered': rowsUntilEnough(ofFilters, (share * inAll) / ofFilters) * FETCHING,
    trigrams: (candidates / Math.max(sampled, 1)) * inAll * FETCHING,
  };
  const ways: readonly Way[] = ['trigrams', 'walk-filtered', 'walk'];
  return ways.reduce((best, way) => (cost[way] < cost[best] ? way : best));
}

/** The numbers of rows that were looked at, that the search finds among them, and that have all its trigrams. */
interface Sample {
  readonly sampled: number;
  readonly matching: number;
  readonly candidates: number;
}

async function sample(db: Db, search: UserSearch, inAll: number): Promise<Sample> {
  const { rows } = await sql<Sample>`
    select count(*) as sampled,
      count(*) filter (where ${hasText(search)} and ${hasFilters(search)}) as matching,
      count(*) filter (where not exists (
        select from unnest(search_trigrams(${textOf(search)})) trigram where strpos(search_text, trigram) = 0
      )) as candidates
    from users tablesample system (${Math.min(100, (SAMPLED / inAll) * 100)})`.execute(db);
  return rows[0] ?? { sampled: 0, matching: 0, candidates: 0 };
}

function hasText(search: UserSearch): RawBuilder<SqlBool> {
  return sql`strpos(search_text, ${textOf(search)}) > 0`;
}

/** The text as `users.search_text` has it, which a short one must be the beginning of a word of. */
function textOf({ search }: UserSearch): RawBuilder<string> {
  const isShort = [...search].length <= SHORT;
  return sql`replace(lower(${isShort ? ` ${search}` : search}), ' ', '  ')`;
}

function hasFilters({ role, status }: UserSearch): RawBuilder<SqlBool> {
  const conditions = [role && sql`role = ${role}`, status && sql`status = ${status}`].filter((it) => it !== undefined);
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}
