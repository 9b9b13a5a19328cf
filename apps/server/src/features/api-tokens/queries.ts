import { can } from '@anupalan/domain/permissions';
import { sql } from 'kysely';
import { actorOf, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';

/** Tokens listed at most, which is what a hundred people may have (R-tokens-2). */
const LISTED = 2_000;

/** The caller's tokens of their company, for its owner everybody's, newest first; those that ended stay for a while. */
export async function listTokens(db: Db, session: Session) {
  const seesAll = can(actorOf(session), 'api-tokens.list', { userId: '' });
  return await selectTokens(db, session.workspaceId)
    .$if(!seesAll, (query) => query.where('t.user_id', '=', session.userId))
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(LISTED)
    .execute();
}

/** One token of a company. @throws AppError not-found */
export async function getToken(db: Db, workspaceId: WorkspaceId, id: string): Promise<ListedToken> {
  return await selectTokens(db, workspaceId).where('t.id', '=', id).executeTakeFirstOrThrow(noToken);
}

export function noToken(): AppError {
  return new AppError('not-found', 'API token not found');
}

export type ListedToken = Awaited<ReturnType<typeof listTokens>>[number];

/** How many tokens somebody has in a company that still work. */
export async function countTokens(db: Db, { workspaceId, userId }: Pick<Session, 'workspaceId' | 'userId'>) {
  const { count } = await db
    .selectFrom('api_tokens')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether a company allows API tokens, as it does until its owner says otherwise (R-tokens-6). */
export async function allowsTokens(db: Db, workspaceId: WorkspaceId): Promise<boolean> {
  const policy = await db
    .selectFrom('api_token_policies')
    .select('allowed')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return policy?.allowed ?? true;
}

function selectTokens(db: Db, workspaceId: WorkspaceId) {
  return db
    .selectFrom('api_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select(['t.id', 't.name', 't.scopes', 't.user_id', 't.created_at', 't.expires_at', 't.last_used_at'])
    .select(['u.first_name', 'u.last_name'])
    .where('t.workspace_id', '=', workspaceId);
}
