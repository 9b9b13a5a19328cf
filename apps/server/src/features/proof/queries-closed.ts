import type { ClosedRow, listClosed as listClosedCall } from '@anupalan/contract/proof/evidence';
import { toIsoMidnight } from '@anupalan/domain/calendar-day';
import { listClosed } from '@anupalan/domain/company-summary';
import { statusWindow } from '@anupalan/domain/occurrence';
import { nearestDayIn } from '@anupalan/domain/period';
import { NOTE } from '@anupalan/domain/statuses';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../platform/postgres/database.ts';
import { pageOf } from '../../platform/postgres/pages.ts';
import { readDay } from '../../platform/postgres/prepared-statement.ts';
import { readActNames } from '../acts/queries.ts';
import { type Reading, readItemsOf } from '../clients/queries.ts';
import { type ClosedDuty, readClosedDuties } from '../events/queries-report.ts';
import { standsAtCountingRecord } from '../evidence/queries.ts';
import { WHY_RECORD_HAS_NONE } from '../evidence/queries-score.ts';
import { daysSeenBy } from '../tracker/scope.ts';

type Asked = z.infer<(typeof listClosedCall)['query']>;
type Answer = Omit<z.infer<(typeof listClosedCall)['answers'][200]>, 'status'>;

/** An occurrence that was done. */
interface Closed {
  readonly itemId: string;
  /** Of a duty: its event, and what its row says besides. */
  readonly duty?: ClosedDuty;
  readonly title: string;
  readonly act: string;
  readonly day: string;
  readonly legal: string;
  readonly hasEvidence: boolean;
}

/**
 * What was done of a company's obligations and duties in the last twelve months, the newest first, and how much of it has evidence:
 * the rows behind the share that the list of companies tells (R-evidence-15).
 */
export async function readClosed(
  { db, pool }: Database,
  reading: Reading & { readonly now: Temporal.Instant },
  { evidence, page, limit }: Asked,
): Promise<Answer> {
  const { session, today } = reading;
  const acts = await readActNames(db);
  const closed: Closed[] = [];
  const days = statusWindow(nearestDayIn(daysSeenBy(session), today));
  for await (const [, , items] of readItemsOf(pool, [session], reading, days)) {
    for (const { item, tracked } of items) {
      const { id: itemId, title } = item;
      const act = item.act ?? acts.get(item.actId) ?? '';
      for (const { day, legal, hasEvidence } of listClosed(tracked)) {
        closed.push({ itemId, title, act, hasEvidence, day: dayAfter(today, day), legal: dayAfter(today, legal) });
      }
    }
  }
  for (const duty of await readClosedDuties(db, session, reading.now)) {
    const day = readDay(duty.dueDay);
    const { id: itemId, title, label, act, files } = duty;
    closed.push({ itemId, duty, title: `${title}, ${label}`, act: act ?? '', day, legal: day, hasEvidence: files > 0 });
  }
  const proven = closed.filter(({ hasEvidence }) => hasEvidence);
  const chosen = evidence === undefined ? closed : closed.filter((one) => one.hasEvidence === (evidence === 'with'));
  const newest = chosen.toSorted((one, other) => (one.legal < other.legal ? 1 : one.legal > other.legal ? -1 : 0));
  const shown = newest.slice((page - 1) * limit, page * limit);
  return {
    data: await describe({ db }, reading, shown),
    closedWithEvidence: { done: proven.length, of: closed.length },
    pagination: pageOf({ page, limit }, chosen.length),
  };
}

function dayAfter(today: Temporal.PlainDate, days: number): string {
  return toIsoMidnight(today.add({ days }));
}

/** The rows of a page with how many files stand at each, and why there is none. */
async function describe(
  { db }: Pick<Database, 'db'>,
  { session: { workspaceId } }: Reading,
  page: readonly Closed[],
): Promise<ClosedRow[]> {
  const { rows } = await sql<{ files: number; reason: string | null }>`
    select (
        select count(*) from evidence file
        where file.workspace_id = ${workspaceId} and file.item_id = asked.item and file.day = asked.day
          and ${standsAtCountingRecord(sql`record.status = 'done'`)})::int as files,
      (select ${sql.raw(WHY_RECORD_HAS_NONE)} from status_records record
        where record.workspace_id = ${workspaceId} and record.compliance_item_id = asked.item
          and record.day = asked.day and record.status <> ${NOTE} and record.counterpart is null
        order by record.created_at desc limit 1) as reason
    from unnest(${page.map(({ itemId }) => itemId)}::uuid[], ${page.map(({ day }) => day.slice(0, 10))}::date[])
      with ordinality as asked (item, day, place)
    order by place`.execute(db);
  return page.map(({ hasEvidence: _, duty, ...row }, at) => {
    const { files = 0, reason = null } = duty ?? rows[at] ?? {};
    return { ...row, ...(duty && { eventId: duty.eventId }), files, noEvidenceReason: reason };
  });
}
