import { Id } from '@anupalan/contract/wire/primitives';
import {
  type AssignmentLine,
  type AssignmentLines,
  type Away,
  type Colleague,
  isAwayOn,
} from '@anupalan/domain/assignments';
import { storedDay } from '@anupalan/domain/calendar-day';
import type { MemberRole } from '@anupalan/domain/members';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';

/** What was set for one scope, as {@link linesOf} reads it: an item's, an act's, or with neither the company's. */
const LineRow = z.object({
  item: Id.nullable(),
  act: Id.nullable(),
  responsible: Id.nullable(),
  deputy: Id.nullable(),
  checker: Id.nullable(),
  responsibleTakenAway: z.boolean(),
  checkerGone: z.boolean(),
  uncheckedBy: Id.nullable(),
  evidenceRequired: z.boolean().nullable(),
});
export type LineRow = z.infer<typeof LineRow>;

/** The lines that may be about an item with the company's owner, as JSON that SQL made. */
export const LinesBeside = z.object({ owner: Id.nullable(), lines: z.array(LineRow).nullable() });
export type LinesBeside = z.infer<typeof LinesBeside>;

/** The owner and the lines of a workspace that hold for `where`, as SQL of a JSON object. */
export function linesBeside(workspace: string, where: string): string {
  return `json_build_object(
    'owner', (select user_id from memberships where workspace_id = ${workspace} and role = 'owner'),
    'lines', (
      select json_agg(json_build_object(
        'item', line.compliance_item_id, 'act', line.act_id,
        'responsible', line.responsible_id, 'deputy', line.deputy_id, 'checker', line.checker_id,
        'responsibleTakenAway', line.responsible_taken_away, 'checkerGone', line.checker_gone,
        'uncheckedBy', line.unchecked_by, 'evidenceRequired', line.evidence_required))
      from assignments line where line.workspace_id = ${workspace} and (${where})))`;
}

/** The condition in SQL of the lines that may be about an item of `item`, which has its id and its act's. */
export function isAbout(item: string): string {
  return `line.compliance_item_id = ${item}.id
    or line.compliance_item_id is null and (line.act_id = ${item}.act_id or line.act_id is null)`;
}

/** An item as assignments find it. */
interface AssignedItem {
  readonly id: string;
  readonly actId: string;
}

/** Finds the lines of an item among those of its workspace. */
export function indexLines({ owner, lines }: LinesBeside): (item: AssignedItem) => AssignmentLines {
  const byItem = new Map<string, AssignmentLine>();
  const byAct = new Map<string, AssignmentLine>();
  let company: AssignmentLine | null = null;
  for (const line of lines ?? []) {
    if (line.item !== null) byItem.set(line.item, line);
    else if (line.act !== null) byAct.set(line.act, line);
    else company = line;
  }
  return ({ id, actId }) => ({ owner, item: byItem.get(id) ?? null, act: byAct.get(actId) ?? null, company });
}

/** The lines that are about one item of a workspace. */
export async function readLines(db: Db, workspaceId: WorkspaceId, itemId: string): Promise<AssignmentLines> {
  const { rows } = await sql<{ act_id: string; assigned: unknown }>`
    select item.act_id, ${sql.raw(linesBeside('chosen.id', isAbout('item')))} as assigned
    from compliance_items item cross join (select ${workspaceId}::uuid as id) chosen
    where item.id = ${itemId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('An item that something was recorded of is there');
  return indexLines(LinesBeside.parse(row.assigned))({ id: itemId, actId: row.act_id });
}

/** Somebody who can be assigned: the owner, a manager or a member. */
export interface NamedColleague {
  readonly userId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: MemberRole;
  readonly away: Away | null;
}

/** The people of a company without its viewers, by name. */
export async function listColleagues(db: Db, workspaceId: WorkspaceId): Promise<NamedColleague[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.workspace_id', '=', workspaceId)
    .where('memberships.role', '<>', 'viewer')
    .select(['users.id', 'first_name', 'last_name', 'memberships.role', 'away_from', 'away_to'])
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('users.id')
    .execute();
  return rows.map((row) => ({
    userId: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role,
    away:
      row.away_from === null || row.away_to === null
        ? null
        : { from: storedDay(row.away_from), to: storedDay(row.away_to) },
  }));
}

/** The same people as the rules of checking ask for them. */
export function onDay(people: readonly NamedColleague[], today: Temporal.PlainDate): Colleague[] {
  return people.map(({ userId, role, away }) => ({ userId, role, isAway: away !== null && isAwayOn(away, today) }));
}
