import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { IS_CURRENT } from '../../identity/members/membership.ts';
import { digestToken, newToken } from '../../identity/secrets.ts';
import type { Session } from '../../identity/sessions.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { recordActivity } from '../activity/commands.ts';

/** An occurrence that somebody is mailed about; `day` is the nominal one, ISO. */
export interface NewFilingLink {
  readonly workspaceId: WorkspaceId;
  readonly itemId: string;
  readonly day: string;
  readonly userId: string;
}

/**
 * Makes the links by which people say from a mail that occurrences are filed (R-filing-links-1), in one statement: each works
 * once, for 7 days, and in the place of the person's former link to the same occurrence.
 * @returns the token of each row, in their order; null for who can't file there: viewers, who isn't in the company any
 * more, and everybody of a company that is frozen or switched it off
 */
export async function createFilingLinks(
  trx: Transaction<DB>,
  rows: readonly NewFilingLink[],
): Promise<(string | null)[]> {
  // Of an occurrence that is named twice there is one link.
  const asked = [...new Map(rows.map((row) => [keyOf(row), { ...row, token: newToken() }])).values()];
  if (asked.length === 0) return [];
  const made = await sql<{ hash: Buffer }>`
    insert into filing_links (workspace_id, compliance_item_id, day, user_id, token_hash, standing)
    select asked.workspace_id, item_id, day, asked.user_id, hash, ${STANDING}
    from unnest(
        ${asked.map(({ workspaceId }) => workspaceId)}::uuid[], ${asked.map(({ itemId }) => itemId)}::uuid[],
        ${asked.map(({ day }) => day)}::date[], ${asked.map(({ userId }) => userId)}::uuid[],
        ${asked.map(({ token }) => digestToken(token))}::bytea[]) asked (workspace_id, item_id, day, user_id, hash)
      join memberships m on (m.workspace_id, m.user_id) = (asked.workspace_id, asked.user_id)
      join users u on u.id = asked.user_id
      join compliance_items item on item.id = item_id
    where ${MAY_FILE_BY_MAIL}
      and (item.workspace_id is null or item.workspace_id = asked.workspace_id)
    order by asked.workspace_id, item_id, day, asked.user_id
    on conflict (workspace_id, compliance_item_id, day, user_id) do update set
      token_hash = excluded.token_hash, standing = excluded.standing, used_at = null,
      made_at = clock_timestamp(), expires_at = clock_timestamp() + interval '7 days'
    returning token_hash as hash`.execute(trx);
  const hashes = new Set(made.rows.map(({ hash }) => hash.toString('hex')));
  const tokens = new Map(asked.map((row) => [keyOf(row), row.token]));
  return rows.map((row) => {
    const token = tokens.get(keyOf(row)) ?? '';
    return hashes.has(digestToken(token).toString('hex')) ? token : null;
  });
}

function keyOf({ workspaceId, itemId, day, userId }: NewFilingLink): string {
  return [workspaceId, itemId, day, userId].join(' ');
}

/** Switches filing from mails on or off for a company (R-filing-links-5). */
export function changePolicy(db: Kysely<DB>, session: Session, allowed: boolean): Promise<void> {
  const { workspaceId } = session;
  return db.transaction().execute(async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('filing_link_policies')
      .values({ workspace_id: workspaceId, allowed })
      .onConflict((conflict) =>
        conflict.column('workspace_id').doUpdateSet({ allowed }).where('filing_link_policies.allowed', '<>', allowed),
      )
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return;
    await recordActivity(trx, session, { what: allowed ? 'filing-links.allow' : 'filing-links.forbid' });
  });
}

/**
 * A digest of all that lets a person `u` with a membership `m` file from a mail: with another password, address, status,
 * role or membership it is another one (R-filing-links-4).
 */
export const STANDING: RawBuilder<Buffer> = sql`sha256(convert_to(json_build_array(
  u.password_hash, u.primary_email, u.status, u.role, m.id, m.role)::text, 'UTF8'))`;

/** Whether a person `u` with a membership `m` may file from mails in its company (R-filing-links-5). */
export const MAY_FILE_BY_MAIL: RawBuilder<boolean> = sql`(
  u.status = 'active' and u.role <> 'admin' and m.role <> 'viewer' and ${sql.raw(IS_CURRENT)}
  and (m.frozen_from <= now()) is not true
  and not exists (
    select from filing_link_policies policy where policy.workspace_id = m.workspace_id and not policy.allowed))`;
