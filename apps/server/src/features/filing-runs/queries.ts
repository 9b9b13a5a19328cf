import { storedFiling } from '@anupalan/contract/fields/filing';
import type { FilingRow } from '@anupalan/contract/people/filing-runs';
import { assign, requiresEvidence } from '@anupalan/domain/assignments';
import { type Line, lineOf } from '@anupalan/domain/registrations/lines';
import type { Status } from '@anupalan/domain/statuses';
import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { STANDS } from '../evidence/queries.ts';
import { indexLines, isAbout, LinesBeside, linesBeside } from '../tracker/queries-assignments.ts';
import { listNumbers } from '../tracker/queries-numbers.ts';

/** One day of one item of the catalogue. */
export interface Occurrence {
  readonly itemId: string;
  /** ISO, `2026-12-15`. */
  readonly day: string;
}

/** How an occurrence stands in a company, without the company's name. */
export type Standing = Omit<FilingRow, 'companyId' | 'companyName'>;

/** How an occurrence stands in a workspace, and for each of its registration numbers where it has several. */
export interface Standings {
  readonly whole: Standing;
  /** Whether that is what was said of all numbers: not while each stands for itself. */
  readonly isOfAll: boolean;
  readonly lines: readonly Standing[];
}

/** The standing that an entry is about: of the number that it names, else of the whole. */
export function standingOf({ whole, lines }: Standings, registrationId: string | undefined): Standing {
  return lines.find((line) => registrationId !== undefined && line.registrationId === registrationId) ?? whole;
}

/** How an occurrence stands in each of several workspaces (R-filing-runs-2). */
export async function readStandings(
  db: Db,
  workspaceIds: readonly WorkspaceId[],
  { itemId, day }: Occurrence,
): Promise<ReadonlyMap<WorkspaceId, Standings>> {
  const numbers = await listNumbers(db, workspaceIds, { itemId, day });
  const lines = [...numbers].flatMap(([workspaceId, several]) =>
    several.length < 2 ? [] : several.map((number) => ({ workspaceId, ...number })),
  );
  const asked = [...workspaceIds.map((workspaceId) => ({ workspaceId, registrationId: null })), ...lines];
  const { rows } = await sql<StandingRow>`
    select chosen.id as workspace_id, number as "registrationId", item.act_id, entry.current_status as current,
      entry.lines, waiting.status as waiting, waiting.registration_id as "waitingFor",
      coalesce(waiting.filing, record.filing) as filing, coalesce(waiting.note, record.note, '') as note,
      (select count(*) from evidence file where file.workspace_id = chosen.id and ${STANDS}
        and (file.subject_id = said.id or file.id in (select evidence_id from inherited_evidence inherited
          where (inherited.workspace_id, inherited.record_id) = (chosen.id, said.id))))::int as files,
      ${sql.raw(linesBeside('chosen.id', isAbout('item')))} as assigned
    from unnest(${asked.map((one) => one.workspaceId)}::uuid[], ${asked.map((one) => one.registrationId)}::uuid[])
        with ordinality as chosen (id, number, place)
      join compliance_items item on item.id = ${itemId}
      left join status_entries entry
        on (entry.workspace_id, entry.compliance_item_id, entry.day) = (chosen.id, item.id, ${day}::date)
      left join lateral (
        select id, note, filing from status_records record
        where (record.workspace_id, record.compliance_item_id, record.day) = (chosen.id, item.id, ${day}::date)
          and record.status <> 'NOTE' and record.counterpart is null
          and coalesce(record.registration_id = number, true)
        order by created_at desc, id desc limit 1) record on true
      left join lateral (
        select id, status, note, filing, registration_id from checks
        where (checks.workspace_id, checks.compliance_item_id, checks.day) = (chosen.id, item.id, ${day}::date)
          and outcome is null and coalesce(checks.registration_id = number, true)
        order by made_at desc limit 1) waiting on true
      cross join lateral (select coalesce(waiting.id, record.id) as id) said
    order by place`.execute(db);
  const standings = rows.map((row) => ({ row, lines: linesOf(row, itemId) }));
  const names = await readNames(
    db,
    standings.flatMap(({ lines }) => assign(lines).checker ?? []),
  );
  const named = new Map(lines.map(({ registrationId, registrationNumber }) => [registrationId, registrationNumber]));
  const found = new Map<WorkspaceId, Standings & { readonly lines: Standing[] }>();
  for (const { row, lines } of standings) {
    const { checker } = assign(lines);
    const standing = {
      status: statusOf(row),
      waiting: row.waiting,
      filing: storedFiling(row.filing),
      note: row.note,
      checker: checker === null ? null : { _id: checker, name: names.get(checker) ?? '' },
      evidenceRequired: requiresEvidence(lines),
      files: row.files,
    };
    const { registrationId } = row;
    if (registrationId === null) {
      const isOfAll = row.lines === null || (row.waiting !== null && row.waitingFor === null);
      found.set(row.workspace_id, { whole: standing, isOfAll, lines: [] });
    } else {
      const registrationNumber = named.get(registrationId) ?? '';
      found.get(row.workspace_id)?.lines.push({ registrationId, registrationNumber, ...standing });
    }
  }
  return found;
}

function statusOf({ current, lines, registrationId }: StandingRow): Status | null {
  return current && registrationId ? lineOf({ current, at: '', lines }, registrationId).status : current;
}

function linesOf({ assigned, act_id }: StandingRow, itemId: string) {
  return indexLines(LinesBeside.parse(assigned))({ id: itemId, actId: act_id });
}

async function readNames(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', sql<string>`full_name(first_name, last_name)`.as('name')])
    .where('id', 'in', [...new Set(userIds)])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

interface StandingRow {
  workspace_id: WorkspaceId;
  act_id: string;
  registrationId: string | null;
  current: Status | null;
  lines: Record<string, Line> | null;
  waiting: Status | null;
  waitingFor: string | null;
  filing: unknown;
  note: string;
  files: number;
  assigned: unknown;
}
