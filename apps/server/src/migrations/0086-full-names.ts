import { type Kysely, sql } from 'kysely';

/** The name of a person as it is shown: once, where first and last name are the same (`fullName` of the domain). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function full_name(first_name text, last_name text) returns text language sql immutable parallel safe
      return case
        when lower(trim(first_name)) = lower(trim(last_name)) then trim(first_name)
        else trim(first_name || ' ' || last_name) end;
  `.execute(db);
}
