import { sql } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { nameInCompany } from '../activity/queries.ts';
import type { Days } from '../tracker/choose-days.ts';
import { periodOf } from '../tracker/scope.ts';

/** Rows that are read at a time. */
const AT_ONCE = 1_000;

/** A payment as the register of payments has it. */
export interface ExportedPayment {
  readonly id: string;
  readonly itemId: string;
  readonly day: string;
  readonly amountPaise: number;
  readonly description: string;
  readonly by: string | null;
  readonly at: Date;
}

/** How many payments a company has, or `most` where it has more. */
export async function countPayments(db: Db, { workspaceId }: Session, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from payment_dates where workspace_id = ${workspaceId} limit ${most}) found`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The payments of some items that the reader sees, by the day they were paid on, several at a time as they are asked for. */
export async function* readPayments(
  db: Db,
  session: Session,
  items: readonly string[],
  days: Partial<Days>,
): AsyncGenerator<readonly ExportedPayment[]> {
  const { workspaceId } = session;
  const seen = periodOf(session);
  let last: { day: string; id: string } | null = null;
  for (;;) {
    const { rows }: { rows: ExportedPayment[] } = await sql<ExportedPayment>`
      select payment.id, compliance_item_id as "itemId", day::text, amount_paise as "amountPaise", description,
        ${nameInCompany('author', workspaceId)} as by, payment.created_at as at
      from payment_dates payment left join users author on author.id = payment.user_id
      where payment.workspace_id = ${workspaceId} and compliance_item_id = any(${items}::uuid[])
        ${from(days.from && `${days.from}`)} ${from(seen?.from)} ${until(days.to && `${days.to}`)} ${until(seen?.to)}
        ${last === null ? sql`` : sql`and (day, payment.id) > (${last.day}, ${last.id})`}
      order by day, payment.id limit ${AT_ONCE}`.execute(db);
    if (rows.length > 0) yield rows;
    const end = rows.at(-1);
    if (!end || rows.length < AT_ONCE) return;
    last = { day: end.day, id: end.id };
  }
}

function from(day: string | null | undefined) {
  return day ? sql`and day >= ${day}` : sql``;
}

function until(day: string | null | undefined) {
  return day ? sql`and day <= ${day}` : sql``;
}
