import { type Kysely, sql } from 'kysely';

/** What `pg_input_is_valid` does, which PostgreSQL has from version 16 on alone, for the types that are asked about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function is_input_of(type text, said text) returns boolean stable strict language plpgsql as $$
      begin
        case type
          when 'uuid' then perform said::uuid;
          when 'date' then perform said::date;
          when 'timestamptz' then perform said::timestamptz;
          when 'jsonb' then perform said::jsonb;
        end case;
        return true;
      exception when data_exception or program_limit_exceeded then
        return false;
      end
    $$;
    comment on function is_input_of is 'whether a text can be read as a value of a type; null of null';
  `.execute(db);
}
