import type { Assignment } from '@anupalan/domain/assignments';
import { assign } from '@anupalan/domain/assignments';
import { boundedMoment } from '@anupalan/domain/calendar-day';
import type { OwnHolidays } from '@anupalan/domain/due-days/holidays';
import type { Status } from '@anupalan/domain/statuses';
import type { Pool } from 'pg';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import type { Days } from '../tracker/choose-days.ts';
import { indexLines, LinesBeside, linesBeside } from '../tracker/queries-assignments.ts';

/** How an occurrence stands by what was recorded; `at` is when that changed last, in milliseconds of the epoch. */
export interface Standing {
  readonly status: Status;
  readonly isWaiting: boolean;
  readonly at: number;
}

/** The standings of a company: by item, then by the ISO text of the nominal day. */
export type Standings = ReadonlyMap<string, ReadonlyMap<string, Standing>>;

/** How what was recorded of the days stands, company by company. */
export async function readStandings(
  pool: Pool,
  workspaceIds: readonly WorkspaceId[],
  { from, to }: Days,
): Promise<ReadonlyMap<WorkspaceId, Standings>> {
  const { rows } = await pool.query<StandingsRow>({ ...STANDINGS, values: [workspaceIds, `${from}`, `${to}`] });
  const byWorkspace = new Map<WorkspaceId, Map<string, ReadonlyMap<string, Standing>>>();
  for (const { workspace_id: workspace, compliance_item_id: item, standings } of rows) {
    const byItem = byWorkspace.get(workspace) ?? new Map<string, ReadonlyMap<string, Standing>>();
    byWorkspace.set(workspace, byItem.set(item, parse(standings)));
  }
  return byWorkspace;
}

interface StandingsRow {
  workspace_id: WorkspaceId;
  compliance_item_id: string;
  /** Entries of {@link Entry} as one text: a row an item, because parsing one for each entry is what would take long. */
  standings: Entry[];
}

type Entry = readonly [day: string, status: Status, waiting: Status | null, at: number];

function parse(entries: readonly Entry[]): ReadonlyMap<string, Standing> {
  return new Map(
    entries.map(([day, status, waiting, at]) => [
      day,
      { status: waiting ?? status, isWaiting: waiting !== null, at: boundedMoment(new Date(at)).getTime() },
    ]),
  );
}

/**
 * The statement: of a day of which all was taken back nothing is recorded (R-statuses-18). Parameters: $1 the
 * workspaces, $2 and $3 the first and the last day.
 */
const STANDINGS = {
  name: 'standings-of-days',
  text: `
    select workspace_id, compliance_item_id, json_agg(json_build_array(
      day, current_status, case when checking ->> 'reason' is null then checking ->> 'status' end,
      floor(extract(epoch from updated_at) * 1000))) as standings
    from status_entries entry
    where workspace_id = any($1) and day between $2 and $3
      and (current_status <> 'pending' or checking is not null or not exists (
          select from status_records record where (record.workspace_id, record.compliance_item_id, record.day)
            = (entry.workspace_id, entry.compliance_item_id, entry.day))
        or exists (
          select from status_records record where (record.workspace_id, record.compliance_item_id, record.day)
            = (entry.workspace_id, entry.compliance_item_id, entry.day) and counterpart is null))
    group by workspace_id, compliance_item_id`,
};

/** Who does what in a company, on a day, and when it is closed. */
export interface CompanyPeople {
  readonly peopleOf: (item: { id: string; actId: string }) => Assignment;
  readonly isAway: (userId: string) => boolean;
  readonly holidays: OwnHolidays;
}

/** The people of companies, by their workspaces. */
export async function readPeople(
  pool: Pool,
  workspaceIds: readonly WorkspaceId[],
  today: Temporal.PlainDate,
): Promise<ReadonlyMap<WorkspaceId, CompanyPeople>> {
  const { rows } = await pool.query<PeopleRow>({ ...PEOPLE, values: [workspaceIds, `${today}`] });
  return new Map(
    rows.map(({ id, assigned, away, holidays }) => {
      const linesOf = indexLines(LinesBeside.parse(assigned));
      const out = new Set(away);
      return [
        id,
        {
          peopleOf: (item) => assign(linesOf(item)),
          isAway: (userId) => out.has(userId),
          holidays: new Set(holidays),
        },
      ];
    }),
  );
}

interface PeopleRow {
  id: WorkspaceId;
  assigned: unknown;
  away: string[];
  holidays: string[];
}

/** The statement of people. Parameters: $1 the workspaces, $2 today. */
const PEOPLE = {
  name: 'people-of-workspaces',
  text: `
    select id, ${linesBeside('workspaces.id', 'true')} as assigned,
      array(select m.user_id::text from memberships m join users u on u.id = m.user_id
        where m.workspace_id = workspaces.id and $2::date between away_from and away_to) as away,
      array(select day::text from holidays where workspace_id = workspaces.id) as holidays
    from workspaces where id = any($1)`,
};

/** When occurrences were last moved by extensions, for everybody or for a company; milliseconds of the epoch. */
export type Moments = ReadonlyMap<string, number>;

/** The key of an occurrence in {@link Moments}. */
export function momentKey(itemId: string, day: string, workspaceId: WorkspaceId | null): string {
  return `${itemId} ${day} ${workspaceId ?? ''}`;
}

/**
 * When the occurrences of some days were extended, or an extension of theirs was taken back, and when companies said that
 * they meet the condition of one.
 */
export async function readExtendedMoments(
  pool: Pool,
  workspaceIds: readonly WorkspaceId[],
  { from, to }: Days,
): Promise<Moments> {
  const { rows } = await pool.query<MomentRow>({ ...MOMENTS, values: [workspaceIds, `${from}`, `${to}`] });
  return new Map(rows.map(({ item, day, workspace_id, at }) => [momentKey(item, day, workspace_id), at.getTime()]));
}

interface MomentRow {
  item: string;
  day: string;
  workspace_id: WorkspaceId | null;
  at: Date;
}

/** The statement of extensions. Parameters: $1 the workspaces, $2 and $3 the first and the last day. */
const MOMENTS = {
  name: 'moments-of-extensions',
  text: `
    select compliance_item_id as item, day::text, null::uuid as workspace_id,
      max(greatest(published_at, taken_back_at)) as at
    from extensions where day between $2 and $3 group by compliance_item_id, day
    union all
    select compliance_item_id, day::text, workspace_id, max(met_at)
    from met_extensions join extensions on extensions.id = extension_id
    where workspace_id = any($1) and day between $2 and $3 group by compliance_item_id, day, workspace_id`,
};
