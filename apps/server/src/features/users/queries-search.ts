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
const FETCHING = 4;

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

const NEWEST = sql`order by created_at desc, id desc limit ${COUNTED_AT_MOST + 1}`;

/** What each way selects. No index answers `strpos` or `… is true`, so each statement has one plan that is any good. */
const FOUND: Readonly<Record<Way, (search: UserSearch) => RawBuilder<unknown>>> = {
  walk: (search) => sql`
    select id, created_at from users
    where strpos(search_text, ${letters(search)}) > 0 and (${hasFilters(search)}) is true and ${isExact(search)} ${NEWEST}`,
  'walk-filtered': (search) => sql`
    select id, created_at from users
    where strpos(search_text, ${letters(search)}) > 0 and ${hasFilters(search)} and ${isExact(search)} ${NEWEST}`,
  trigrams: (search) => sql`
    select id, created_at from users
    where search_text like '%' || ${letters(search)} || '%' and (${hasFilters(search)}) is true and ${isExact(search)}`,
};

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
      count(*) filter (where strpos(search_text, ${letters(search)}) > 0 and ${hasFilters(search)}) as matching,
      count(*) filter (where search_text like all (array(
        select '%' || substr(text, first, 3) || '%'
        from (select ${letters(search)} as text) searched, generate_series(1, length(text) - 2) first
      ))) as candidates
    from users tablesample system (${Math.min(100, (SAMPLED / inAll) * 100)})`.execute(db);
  return rows[0] ?? { sampled: 0, matching: 0, candidates: 0 };
}

/** The text as it stands in `users.search_text`: as it is, or at the beginning of a word when it is short. */
function letters({ search }: UserSearch): RawBuilder<string> {
  return sql`search_letters(${wanted(search)})`;
}

/** Signs beyond ASCII are all one letter in `search_text`: a search for such a sign looks at the words themselves. */
function isExact({ search }: UserSearch): RawBuilder<SqlBool> {
  if (/^[\x20-\x7e]*$/.test(search)) return sql`true`;
  return sql`
    strpos(lower(' ' || first_name || ' ' || last_name || ' ' || primary_email), lower(${wanted(search)})) > 0`;
}

function wanted(search: string): string {
  return [...search].length <= SHORT ? ` ${search}` : search;
}

function hasFilters({ role, status }: UserSearch): RawBuilder<SqlBool> {
  const conditions = [role && sql`role = ${role}`, status && sql`status = ${status}`].filter((it) => it !== undefined);
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}
