import { type Kysely, sql } from 'kysely';

/** Says that the last day of a viewer is a day in India, as every day is (R-due-dates-6). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    comment on column memberships.until is 'the last day of a viewer, in India';
    comment on column invitations.until is 'the last day of a viewer, in India';
  `.execute(db);
}
