import { type Kysely, sql } from 'kysely';

/**
 * Users are searched by every four characters in a row, which nearly always tell a text from others that are made of the
 * same parts: whoever has `yahoo.co.in` has all trigrams of `yahoo.in`. Three in a row find texts of three. The role and
 * the status are keys of the same index, so that a search which asks for them has only to look for more keys.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function search_grams(words text, shortest integer, longest integer) returns text[]
      language sql immutable strict parallel safe
      return array(
        select substr(words, first, size)
        from generate_series(shortest, longest) size, generate_series(1, length(words) - size + 1) first
      );
    drop index users_search;
    drop function search_trigrams;
    create index users_search on users
      using gin ((search_grams(search_text, 3, 4) || array['role ' || role, 'status ' || status]))
      with (fastupdate = off);
  `.execute(db);
}
