import { beginningOf, INDIA } from '@anupalan/domain/calendar-day';
import { type Choices, LATEST_HOUR, type Preferences, preferencesIn } from '@anupalan/domain/telling/preferences';
import type { Pool } from 'pg';
import { IS_CURRENT } from '../../identity/members/membership.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';

/** A company of somebody, with what they want to be told of it. */
export interface WantedCompany {
  readonly userId: string;
  readonly workspaceId: WorkspaceId;
  readonly kinds: Preferences['kinds'];
}

/** Who is told at an hour of a day in India: the digest, and on Mondays the summary of the week. */
export interface HourOfDay {
  readonly hour: number;
  readonly today: Temporal.PlainDate;
}

/** People who were looked at, of whom some are told; `last` is null when there are no more. */
export interface PageOfPeople {
  readonly told: readonly string[];
  readonly last: string | null;
}

/**
 * Of so many people after one those who are told at an hour (R-digests-1): active, with an address that takes mail, and a
 * member or above of a company that isn't frozen. Where nobody chose an hour it is the earliest of their companies'. One
 * that was over when it was chosen is, on that day, the next full one (R-messages-1). No more are looked at by one
 * statement, however few are told.
 */
export async function listPeople(
  pool: Pool,
  { hour, today }: HourOfDay,
  { after, limit }: { after: string | null; limit: number },
): Promise<PageOfPeople> {
  const began = beginningOf(today);
  const values = [after ?? NOBODY, limit, hour, today.dayOfWeek === MONDAY, `${began}`];
  const { rows } = await pool.query<{ id: string; told: boolean }>({ ...PEOPLE, values });
  return {
    told: rows.filter(({ told }) => told).map(({ id }) => id),
    last: rows.length < limit ? null : (rows.at(-1)?.id ?? null),
  };
}

const MONDAY = 1;

const NOBODY = '00000000-0000-0000-0000-000000000000';

const IS_TOLD_MEMBER = `m.role <> 'viewer' and m.company_id is not null and (m.frozen_from <= now()) is not true
  and ${IS_CURRENT}`;

/** The first hour of today that can be planned for who chose theirs today; null for who chose it before. */
const fromHour = (row: string) => `case when ${row}.hour_set_at >= $5
  then least(extract(hour from ${row}.hour_set_at at time zone '${INDIA}') + 1, ${LATEST_HOUR}) end`;

/**
 * The statement of people. Parameters: $1 the last one before, $2 how many, $3 the hour, $4 whether it is Monday, $5 when
 * the day began.
 */
const PEOPLE = {
  name: 'told-people',
  text: `
    select u.id, coalesce(
      u.status = 'active'
        and (own.digest is not false or own.escalation is not false or $4 and own.monday is not false)
        and $3 = greatest(${fromHour('own')}, coalesce(own.hour, (
          select min(coalesce(greatest(usual.hour, ${fromHour('usual')}), 8))
          from memberships m left join message_defaults usual on usual.workspace_id = m.workspace_id
          where m.user_id = u.id and ${IS_TOLD_MEMBER})))
        and (own.hour is null and own.hour_set_at is null or exists (select from memberships m where m.user_id = u.id and ${IS_TOLD_MEMBER}))
        and refused.user_id is null, false) as told
    from (select id, status, primary_email from users where id > $1 order by id limit $2) u
      left join message_preferences own on own.user_id = u.id
      left join unreachable_addresses refused on refused.user_id = u.id and refused.address = u.primary_email
    order by u.id`,
};

/** The companies of some people, by person, then by the company's name. */
export async function readWantedCompanies(
  pool: Pool,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, WantedCompany[]>> {
  const { rows } = await pool.query<WantedRow>({ ...WANTED, values: [userIds] });
  return Map.groupBy(
    rows.map((row) => ({
      userId: row.user_id,
      workspaceId: row.workspace_id,
      kinds: preferencesIn(row.own ?? undefined, row.usual ?? undefined).kinds,
    })),
    ({ userId }) => userId,
  );
}

interface WantedRow {
  user_id: string;
  workspace_id: WorkspaceId;
  own: Choices | null;
  usual: Preferences | null;
}

/** The choices of a row of preferences, as JSON in SQL; null without one. */
export function choicesOf(row: string, key: string): string {
  return `case when ${row}.${key} is not null then json_build_object('hour', ${row}.hour, 'kinds', json_build_object(
    'digest', ${row}.digest, 'monday', ${row}.monday, 'custom', ${row}.custom, 'escalation', ${row}.escalation)) end`;
}

/** The statement of companies. Parameter: $1 the people. */
const WANTED = {
  name: 'told-companies-of-people',
  text: `
    select m.user_id, m.workspace_id, ${choicesOf('own', 'user_id')} as own, ${choicesOf('usual', 'workspace_id')} as usual
    from memberships m join companies company on company.id = m.company_id
      left join message_preferences own on own.user_id = m.user_id
      left join message_defaults usual on usual.workspace_id = m.workspace_id
    where m.user_id = any($1) and ${IS_TOLD_MEMBER}
    order by lower(company.company_name), company.id`,
};
