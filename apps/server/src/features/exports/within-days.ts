import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import type { Days } from '../tracker/choose-days.ts';
import { periodOf } from '../tracker/scope.ts';

/** Whether the day of a column, as SQL, is among those that were asked for and those that the reader sees. */
export function withinDays(
  session: Session,
  column: RawBuilder<unknown>,
  { from, to }: Partial<Days>,
): RawBuilder<SqlBool> {
  const seen = periodOf(session);
  const firsts = [from?.toString(), seen?.from].filter((day) => day != null);
  const lasts = [to?.toString(), seen?.to].filter((day) => day != null);
  const bounds = [...firsts.map((day) => sql`${column} >= ${day}`), ...lasts.map((day) => sql`${column} <= ${day}`)];
  return sql`(${sql.join([sql`true`, ...bounds], sql` and `)})`;
}
