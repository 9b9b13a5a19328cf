import { storedDay } from '@anupalan/domain/calendar-day';
import { neighboursOf } from '@anupalan/domain/recurrence';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import { selectApprovedFiles } from '../../evidence/commands-records.ts';
import type { CheckKey } from './commands-wait.ts';

/**
 * Writes down what an approval of a record stands on (R-checks-21), and keeps it from being changed or deleted until the
 * transaction is over. It is called before the day's entry is locked: who deletes a payment locks that one first, too.
 */
export async function bindFigures(trx: Transaction<DB>, { workspaceId, id }: CheckKey): Promise<void> {
  const check = await trx
    .selectFrom('checks')
    .innerJoin('compliance_items as item', 'item.id', 'checks.compliance_item_id')
    .select(['item.id as item', 'due_date', 'frequency'])
    .select(sql<string>`checks.day`.as('day'))
    .select(sql<string | null>`left(filing ->> 'paidOn', 10)`.as('paid_on'))
    .select(sql<string | null>`round((filing ->> 'amount')::numeric * 100)::text`.as('paise'))
    .select(sql<string | null>`left(filing ->> 'filedOn', 10)`.as('filed_on'))
    .where('checks.workspace_id', '=', workspaceId)
    .where('checks.id', '=', id)
    .executeTakeFirst();
  if (!check) return;
  const { before, after } = daysBetween(check);
  const isOfDay = sql`workspace_id = ${workspaceId} and compliance_item_id = ${check.item}
    and (day > ${before}::date and day < ${after}::date`;
  await sql`
    insert into approved_figures (workspace_id, thing_id, record_id, kind, figure)
    select ${workspaceId}, thing_id, ${id}, kind, figure from (
      select * from (
        select id as thing_id, 'payment-date' as kind, day || ' ' || amount_paise as figure from payment_dates
        where ${isOfDay} or (day = ${check.paid_on}::date and amount_paise = ${check.paise}::bigint))
        order by id for share) payment
      union all
      select * from (
        select id, 'submission-date', day::text from submission_dates
        where ${isOfDay} or day = ${check.filed_on}::date)
        order by id for share) submission) figures
    on conflict do nothing`.execute(trx);
}

/** The same of files, once what the record is about is locked, as it is by whoever adds or removes one (R-evidence-9). */
export async function bindEvidence(
  trx: Transaction<DB>,
  { workspaceId, id }: CheckKey,
  dutyId: string | null,
): Promise<void> {
  const files = selectApprovedFiles(workspaceId, { recordId: id, dutyId });
  await sql`
    insert into approved_figures (workspace_id, thing_id, record_id, kind, figure)
    ${files} on conflict do nothing`.execute(trx);
}

/** The days before and after those that belong to an occurrence of an item: its neighbours, or for ever. */
export function daysBetween({ day, due_date, frequency }: Bound): { before: string; after: string } {
  const none = { before: null, after: null };
  const first = due_date === null ? null : storedDay(due_date);
  const { before, after } = first === null ? none : neighboursOf(first, frequency, storedDay(day));
  return { before: before?.toString() ?? '-infinity', after: after?.toString() ?? 'infinity' };
}

interface Bound {
  readonly day: string;
  readonly due_date: string | null;
  readonly frequency: Parameters<typeof neighboursOf>[1];
}
