import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Whether nobody acts in a user's name, or the administrator who does still may (R-users-25); both are ids, as SQL. */
export function impersonationHolds(of: {
  readonly user: RawBuilder<unknown>;
  readonly impersonator: RawBuilder<unknown>;
}): RawBuilder<SqlBool> {
  return sql`(${of.impersonator} is null or exists (
    select from sessions
    where sessions.user_id = ${of.user} and sessions.impersonator_id = ${of.impersonator} and sessions.expires_at > now()))`;
}
