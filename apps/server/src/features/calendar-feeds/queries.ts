import type { Role } from '@anupalan/domain/plans';
import type { Pool } from 'pg';
import { BELONGING, type BelongingRow, IS_CURRENT, toBelonging } from '../../identity/members/membership.ts';
import { CATALOGUE_STAMPS } from '../../identity/reading/session-versions.ts';
import { digestToken } from '../../identity/secrets.ts';
import type { Session } from '../../identity/sessions.ts';
import { stampsOf, versionOf } from '../../platform/answers/stamps.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { NamedCompany } from '../clients/queries-companies.ts';

/** A person's own addresses, the newest last (R-calendar-feeds-2). */
export function listFeeds(db: Db, { userId }: Pick<Session, 'userId'>) {
  return selectFeeds(db).where('feed.user_id', '=', userId).orderBy('feed.id').execute();
}

/** One of a person's addresses. @throws AppError not-found */
export async function getFeed(db: Db, { userId }: Pick<Session, 'userId'>, id: string): Promise<FeedRow> {
  return await selectFeeds(db)
    .where('feed.user_id', '=', userId)
    .where('feed.id', '=', id)
    .executeTakeFirstOrThrow(feedNotFound);
}

export type FeedRow = Awaited<ReturnType<typeof listFeeds>>[number];

function selectFeeds(db: Db) {
  return db
    .selectFrom('calendar_feeds as feed')
    .leftJoin('companies', 'companies.workspace_id', 'feed.workspace_id')
    .select([
      'feed.id',
      'feed.kind',
      'feed.created_at',
      'feed.read_at',
      'companies.id as company_id',
      'companies.company_name',
    ]);
}

export function feedNotFound(): AppError {
  return new AppError('not-found', 'There is no calendar at this address. It may have been deleted.');
}

/** An address that is read: whose it is, and of which companies it tells, each with the version of what it has. */
export interface ReadFeed {
  readonly id: string;
  readonly kind: 'person' | 'company';
  readonly userId: string;
  readonly role: Role;
  /** Whether it was not yet noted today that it is read. */
  readonly isUnnoted: boolean;
  readonly companies: readonly NamedCompany[];
  readonly catalogueVersion: string;
}

/**
 * The calendar of a private address, as its owner stands today: with their companies and roles, and the versions by
 * which it is known whether a calendar has it as it is (R-calendar-feeds-6). Nothing that is due is read here.
 * @throws AppError not-found for an address that nobody has, and of whom may not read any more
 */
export async function findFeed(pool: Pool, token: string): Promise<ReadFeed> {
  const { rows } = await pool.query<FoundRow>({ ...FEED, values: [digestToken(token)] });
  const [first] = rows;
  const companies = rows.filter(isInCompany).map((row) => ({
    ...toBelonging(row),
    companyId: row.company_id,
    companyName: row.company_name,
    version: versionOf(row.stamps),
  }));
  if (!first || (first.kind === 'company' && companies.length === 0)) throw feedNotFound();
  return {
    id: first.feed_id,
    kind: first.kind,
    userId: first.user_id,
    role: first.user_role,
    isUnnoted: first.is_unnoted,
    companies,
    catalogueVersion: versionOf(first.catalogue_stamps),
  };
}

interface FeedColumns {
  feed_id: string;
  kind: 'person' | 'company';
  user_id: string;
  user_role: Role;
  is_unnoted: boolean;
  catalogue_stamps: string;
}

type InCompany = FeedColumns & BelongingRow & { company_id: string; company_name: string; stamps: string };

type FoundRow = InCompany | (FeedColumns & { company_id: null });

function isInCompany(row: FoundRow): row is InCompany {
  return row.company_id !== null;
}

/** The statement of an address, with a row for each company. Parameter: $1 the digest of its token. */
const FEED = {
  name: 'calendar-feed',
  text: `
    select feed.id as feed_id, feed.kind, feed.user_id, u.role as user_role,
      feed.read_at is null or feed.read_at < now() - interval '1 day' as is_unnoted,
      ${CATALOGUE_STAMPS} as catalogue_stamps,
      ${BELONGING}, c.company_name, ${stampsOf('m.workspace_id')} as stamps
    from calendar_feeds feed join users u on u.id = feed.user_id
      left join (memberships m join companies c on c.id = m.company_id)
        on m.user_id = feed.user_id and (feed.workspace_id is null or feed.workspace_id = m.workspace_id) and ${IS_CURRENT}
    where feed.token_hash = $1 and u.status = 'active' and u.role <> 'admin'
    order by lower(c.company_name), c.id`,
};
