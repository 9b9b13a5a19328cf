import { randomUUIDv7 } from 'node:crypto';
import { MOST_FEEDS } from '@anupalan/contract/connections/calendar-feeds';
import { type Kysely, sql } from 'kysely';
import { holdUser } from '../../identity/accounts.ts';
import { recordAudit } from '../../identity/audit.ts';
import { holdSession } from '../../identity/read-session.ts';
import { digestToken, newToken } from '../../identity/secrets.ts';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { feedNotFound } from './queries.ts';

/**
 * Makes a private address (R-calendar-feeds-2), of which only a digest is kept.
 * @returns its id, and the token of the address
 * @throws AppError unauthenticated when their session has ended meanwhile, as with a suspension; conflict when the person
 * has as many as they may, or there is no company
 */
export function createFeed(
  db: Kysely<DB>,
  session: Session,
  kind: 'person' | 'company',
): Promise<{ id: string; token: string }> {
  const { userId, companyId, workspaceId } = session;
  if (kind === 'company' && companyId === null) throw new AppError('conflict', 'Please register your company first');
  const [id, token] = [randomUUIDv7(), newToken()];
  return db.transaction().execute(async (trx) => {
    // Those who make some at the same moment count one after the other.
    await holdUser(trx, userId);
    // A suspension that came first has ended their addresses and sessions: no address comes after it.
    await holdSession(trx, session);
    const { count } = await trx
      .selectFrom('calendar_feeds')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MOST_FEEDS) throw new AppError('conflict', FULL);
    const of = { id, user_id: userId, workspace_id: kind === 'company' ? workspaceId : null, kind };
    await trx
      .insertInto('calendar_feeds')
      .values({ ...of, token_hash: digestToken(token) })
      .execute();
    await recordAudit(trx, session, { noun: 'calendar-feeds', verb: 'create', id, details: { kind } });
    return { id, token };
  });
}

const FULL = `You can have at most ${MOST_FEEDS} calendar addresses. Please delete one first.`;

/** Ends one of a person's addresses. @throws AppError not-found */
export function deleteFeed(db: Kysely<DB>, session: Session, id: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('calendar_feeds')
      .where('user_id', '=', session.userId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw feedNotFound();
    await recordAudit(trx, session, { noun: 'calendar-feeds', verb: 'delete', id });
  });
}

/** Notes that a calendar reads an address. */
export async function noteReading(db: Db, id: string): Promise<void> {
  await db.updateTable('calendar_feeds').set({ read_at: sql`now()` }).where('id', '=', id).execute();
}
