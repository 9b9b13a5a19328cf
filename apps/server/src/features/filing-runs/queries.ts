import { Filing } from '@anupalan/contract/fields/filing';
import type { FilingRow } from '@anupalan/contract/people/filing-runs';
import { assign, requiresEvidence } from '@anupalan/domain/assignments';
import type { Status } from '@anupalan/domain/statuses';
import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { indexLines, isAbout, LinesBeside, linesBeside } from '../tracker/queries-assignments.ts';

/** One day of one item of the catalogue. */
export interface Occurrence {
  readonly itemId: string;
  /** ISO, `2026-12-15`. */
  readonly day: string;
}

/** How an occurrence stands in a company, without the company's name. */
export type Standing = Omit<FilingRow, 'companyId' | 'companyName'>;

/** How an occurrence stands in each of several workspaces (R-filing-runs-2). */
export async function readStandings(
  db: Db,
  workspaceIds: readonly WorkspaceId[],
  { itemId, day }: Occurrence,
): Promise<ReadonlyMap<WorkspaceId, Standing>> {
  const { rows } = await sql<StandingRow>`
    select chosen.id as workspace_id, item.act_id, entry.current_status, waiting.status as waiting,
      coalesce(waiting.filing, record.filing) as filing, coalesce(waiting.note, record.note, '') as note,
      ${sql.raw(linesBeside('chosen.id', isAbout('item')))} as assigned
    from unnest(${workspaceIds}::uuid[]) as chosen (id)
      join compliance_items item on item.id = ${itemId}
      left join status_entries entry
        on (entry.workspace_id, entry.compliance_item_id, entry.day) = (chosen.id, item.id, ${day}::date)
      left join lateral (
        select note, filing from status_records record
        where (record.workspace_id, record.compliance_item_id, record.day) = (chosen.id, item.id, ${day}::date)
          and record.status <> 'NOTE' and record.counterpart is null
        order by created_at desc, id desc limit 1) record on true
      left join lateral (
        select status, note, filing from checks
        where (checks.workspace_id, checks.compliance_item_id, checks.day) = (chosen.id, item.id, ${day}::date)
          and outcome is null
        limit 1) waiting on true`.execute(db);
  const standings = rows.map((row) => ({ row, lines: linesOf(row, itemId) }));
  const names = await readNames(
    db,
    standings.flatMap(({ lines }) => assign(lines).checker ?? []),
  );
  return new Map(
    standings.map(({ row, lines }) => {
      const { checker } = assign(lines);
      return [
        row.workspace_id,
        {
          status: row.current_status,
          waiting: row.waiting,
          filing: row.filing === null ? null : Filing.parse(row.filing),
          note: row.note,
          checker: checker === null ? null : { _id: checker, name: names.get(checker) ?? '' },
          evidenceRequired: requiresEvidence(lines),
        },
      ];
    }),
  );
}

function linesOf({ assigned, act_id }: StandingRow, itemId: string) {
  return indexLines(LinesBeside.parse(assigned))({ id: itemId, actId: act_id });
}

async function readNames(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', sql<string>`trim(first_name || ' ' || last_name)`.as('name')])
    .where('id', 'in', [...new Set(userIds)])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

interface StandingRow {
  workspace_id: WorkspaceId;
  act_id: string;
  current_status: Status | null;
  waiting: Status | null;
  filing: unknown;
  note: string;
  assigned: unknown;
}
