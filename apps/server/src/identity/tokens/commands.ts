import { randomUUIDv7 } from 'node:crypto';
import type { Scope } from '@anupalan/domain/permissions/scopes';
import { sql, type Transaction } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { digestToken } from '../secrets.ts';
import { newApiToken } from './token-text.ts';

/** The precision of a token's last use (R-tokens-7). */
export const USE_IS_NOTED_EVERY = '1 minute';

/** An API token that somebody asks for; `expiresAt` is ISO text. */
export interface NewToken {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: string;
  /** The warnings that would come too late to be any, as the days that {@link claimExpiring} tells of. */
  readonly toldDays: number | null;
}

/** Makes a token. @returns its id and its text, of which the digest alone is stored. */
export async function beginToken(
  trx: Transaction<DB>,
  { workspaceId, userId }: { workspaceId: WorkspaceId; userId: string },
  { name, scopes, expiresAt, toldDays }: NewToken,
): Promise<{ id: string; token: string }> {
  const token = newApiToken();
  const id = randomUUIDv7();
  await trx
    .insertInto('api_tokens')
    .values({
      workspace_id: workspaceId,
      user_id: userId,
      id,
      token_hash: digestToken(token),
      name,
      scopes: [...scopes],
      told_days: toldDays,
      expires_at: expiresAt,
    })
    .execute();
  return { id, token };
}

/** Ends one token of a company. */
export async function endToken(trx: Transaction<DB>, workspaceId: WorkspaceId, id: string): Promise<void> {
  await trx.deleteFrom('api_tokens').where('workspace_id', '=', workspaceId).where('id', '=', id).execute();
}

/** Ends all tokens of a person, in every company, as whatever ends all their sessions does (R-tokens-3). */
export async function endTokensOf(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx.deleteFrom('api_tokens').where('user_id', '=', userId).execute();
}

/** Says whether a company allows tokens; while it doesn't, those that are there do nothing (R-tokens-6). */
export async function setTokenPolicy(trx: Transaction<DB>, workspaceId: WorkspaceId, allowed: boolean): Promise<void> {
  await trx
    .insertInto('api_token_policies')
    .values({ workspace_id: workspaceId, allowed })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet({ allowed, changed_at: sql<Date>`now()` }))
    .execute();
}

/** Notes that a token is used, unless that is noted already. */
export async function noteTokenUse(db: Db, id: string): Promise<void> {
  await db
    .updateTable('api_tokens')
    .set({ last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where(sql<boolean>`(last_used_at > now() - ${USE_IS_NOTED_EVERY}::interval) is not true`)
    .execute();
}

/** A token that ends soon, with whose it is. */
export interface ExpiringToken {
  readonly name: string;
  readonly expiresAt: Date;
  readonly email: string;
  readonly companyId: string;
  readonly companyName: string;
}

/**
 * Takes at most `most` tokens that end within so many days, of which nobody was told so yet, and notes that they are
 * told; those of another instance at this moment are left to it.
 */
export async function claimExpiring(trx: Transaction<DB>, days: number, most: number): Promise<ExpiringToken[]> {
  const { rows } = await sql<ExpiringToken>`
    with claimed as (
      select t.id, u.primary_email, c.id as company_id, c.company_name
      from api_tokens t join users u on u.id = t.user_id
        join companies c on c.workspace_id = t.workspace_id and c.confirmed
      where t.expires_at > now() and t.expires_at <= now() + make_interval(days => ${days})
        and coalesce(t.told_days > ${days}, true)
      order by t.expires_at limit ${most} for update of t skip locked
    )
    update api_tokens t set told_days = ${days} from claimed where t.id = claimed.id
    returning t.name, t.expires_at as "expiresAt", primary_email as email,
      company_id as "companyId", company_name as "companyName"`.execute(trx);
  return rows;
}

/** Deletes tokens that ended so many days ago. */
export async function deleteOldTokens(db: Db, days: number): Promise<void> {
  await db
    .deleteFrom('api_tokens')
    .where('expires_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute();
}
