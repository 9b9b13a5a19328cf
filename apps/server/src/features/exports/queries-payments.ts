import { sql } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { authorBrought, nameRecorded } from '../activity/queries.ts';
import type { Days } from '../tracker/choose-days.ts';
import { withinDays } from './within-days.ts';

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

/** The payments of some items that the reader sees, by the day they were paid on, several at a time as they are asked for. */
export async function* readPayments(
  db: Db,
  session: Session,
  items: readonly string[],
  days: Partial<Days>,
): AsyncGenerator<readonly ExportedPayment[]> {
  const { workspaceId } = session;
  const by = sql`coalesce(payment.user_id, ${authorBrought('payment_dates', 'payment')})`;
  let last: { day: string; id: string } | null = null;
  for (;;) {
    const { rows }: { rows: ExportedPayment[] } = await sql<ExportedPayment>`
      select payment.id, compliance_item_id as "itemId", day::text, amount_paise as "amountPaise", description,
        ${nameRecorded('author', { workspaceId, by, imported: sql`payment.imported` })} as by, payment.created_at as at
      from payment_dates payment left join users author on author.id = payment.user_id
      where payment.workspace_id = ${workspaceId} and compliance_item_id = any(${items}::uuid[])
        and ${withinDays(session, sql`day`, days)}
        ${last === null ? sql`` : sql`and (day, payment.id) > (${last.day}, ${last.id})`}
      order by day, payment.id limit ${AT_ONCE}`.execute(db);
    if (rows.length > 0) yield rows;
    const end = rows.at(-1);
    if (!end || rows.length < AT_ONCE) return;
    last = { day: end.day, id: end.id };
  }
}
