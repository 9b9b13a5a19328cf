import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';

/** A company of an owner with the newest of its seals. */
export interface SealedCompany {
  readonly ownerId: string;
  readonly company: string;
  readonly number: number;
  /** Hexadecimal. */
  readonly head: string;
  readonly at: Date;
}

/** Companies at most that one mail tells of; a payer has a hundred. */
export const MOST_COMPANIES = 100;

/**
 * The owners whose companies got a seal in the month before a moment, in the order of their ids, without those who were
 * told already by the key of a message.
 */
export async function listOwnersToTell(
  db: Db,
  { from, until, key, after, limit }: { from: string; until: string; key: string; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct membership.user_id as id
    from memberships membership
      join companies company on company.workspace_id = membership.workspace_id
      join users person on person.id = membership.user_id
    where membership.role = 'owner' and person.status = 'active' and membership.user_id > ${after}
      and ${hasSealIn({ from, until })}
      and not exists (select from messages where key = ${key} || membership.user_id)
    order by 1 limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether the company of a membership got a seal in a time. */
function hasSealIn({ from, until }: { from: string; until: string }): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from seals where seals.workspace_id = membership.workspace_id
      and at >= ${from}::timestamptz and at < ${until}::timestamptz)`;
}

/** The companies of owners with the newest seal of each, those sealed last first. */
export async function listSealedCompanies(db: Db, ownerIds: readonly string[]): Promise<SealedCompany[]> {
  const { rows } = await sql<SealedCompany>`
    select membership.user_id as "ownerId", company.company_name as company, newest.number,
      encode(newest.head, 'hex') as head, newest.at
    from memberships membership
      join companies company on company.workspace_id = membership.workspace_id
      cross join lateral (
        select number, head, at from seals where seals.workspace_id = membership.workspace_id
        order by number desc limit 1) newest
    where membership.role = 'owner' and membership.user_id = any(${ownerIds}::uuid[])
    order by newest.at desc, company.company_name`.execute(db);
  return rows;
}
