import type { UserFilters } from '@anupalan/contract/people/user-management';
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

/** A way to find them; which one reads less depends on how frequent the searched text is. */
export type Way = 'walk' | 'grams';

/** Characters of a search that finds beginnings of words only (R-users-52). */
const SHORT = 2;

/** The characters in a row by which longer texts are found; texts that are no longer are keys themselves. */
const GRAM = 4;

/** The keys of `users_search`, as the index has them. */
const KEYS = sql`(search_grams(search_text, 3, ${sql.lit(GRAM)}) || array['role ' || role, 'status ' || status])`;

/** Rows that are looked at to estimate how many a search would find: enough to tell one in a hundred from none. */
const SAMPLED = 2_000;

/**
 * The time it takes to find a user by keys, and to read a page of the table that PostgreSQL doesn't hold, in that of
 * reading a user from the index that has the text; and how many users a page has.
 */
const FINDING = 3;
const READING_A_PAGE = 20;
const USERS_A_PAGE = 28;

/**
 * Finds a page of the users who match a search (R-users-13, R-users-14). Frequent texts are found soonest by walking
 * from the newest user on until enough are found, rare ones by their grams. A sample tells which of the two reads less.
 */
export async function findUsers(db: Db, search: UserSearch, tally: UserTally): Promise<FoundUsers> {
  if (tally.ofFilters === 0) return { counted: 0, ids: [] };
  const { rows } = await selectFound(search, await chooseWay(db, search, tally.inAll)).execute(db);
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

/** What each way selects. No index answers `strpos` or `hasFilters`, so each statement has one plan that is any good. */
const FOUND: Readonly<Record<Way, (search: UserSearch) => RawBuilder<unknown>>> = {
  walk: (search) => sql`
    select id, created_at from users where ${hasText(search)} and ${hasFilters(search)}
    order by created_at desc, id desc limit ${COUNTED_AT_MOST + 1}`,
  grams: (search) => sql`
    select id, created_at from users
    where ${KEYS} @> (${gramsOf(search)} || ${keysOfFilters(search)}::text[])
      and ${hasText(search)} and ${hasFilters(search)}`,
};

async function chooseWay(db: Db, search: UserSearch, inAll: number): Promise<Way> {
  const { sampled, matching, candidates } = await sample(db, search, inAll);
  const inAllOf = (rows: number) => (rows / Math.max(sampled, 1)) * inAll;
  const walked = inAll * Math.min(1, COUNTED_AT_MOST / inAllOf(matching));
  const found = inAllOf(candidates);
  const pages = Math.min(found, inAll / USERS_A_PAGE);
  return found * FINDING + pages * READING_A_PAGE < walked ? 'grams' : 'walk';
}

/** The numbers of rows that were looked at, that the search finds among them, and that have all its keys. */
interface Sample {
  readonly sampled: number;
  readonly matching: number;
  readonly candidates: number;
}

async function sample(db: Db, search: UserSearch, inAll: number): Promise<Sample> {
  const { rows } = await sql<Sample>`
    select count(*) as sampled, count(*) filter (where has_filters and ${hasText(search)}) as matching,
      count(*) filter (where has_filters and not exists (
        select from unnest(${gramsOf(search)}) gram where strpos(search_text, gram) = 0
      )) as candidates
    from (
      select search_text, ${hasFilters(search)} as has_filters
      from users tablesample system (${Math.min(100, (SAMPLED / inAll) * 100)})
    ) seen`.execute(db);
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

/** The grams of the text that a user has to have: all of {@link GRAM} characters, or a shorter text as it is. */
function gramsOf(search: UserSearch): RawBuilder<string[]> {
  const text = textOf(search);
  const size = sql`least(length(${text}), ${sql.lit(GRAM)})`;
  return sql`search_grams(${text}, ${size}, ${size})`;
}

function keysOfFilters({ role, status }: UserSearch): readonly string[] {
  return [...(role ? [`role ${role}`] : []), ...(status ? [`status ${status}`] : [])];
}

/** As the planner can't estimate it, or it would read the whole table for filters that few have. */
function hasFilters({ role, status }: UserSearch): RawBuilder<SqlBool> {
  const conditions = [role && sql`role = ${role}`, status && sql`status = ${status}`].filter((it) => it !== undefined);
  if (conditions.length === 0) return sql`true`;
  return sql`case when ${sql.join(conditions, sql` and `)} then true end is not null`;
}
