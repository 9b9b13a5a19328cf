import { createHmac } from 'node:crypto';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { IS_CURRENT } from '../../identity/members/membership.ts';
import { digestToken } from '../../identity/secrets.ts';
import type { Session } from '../../identity/sessions.ts';
import { readInstanceKey } from '../../platform/keys/instance-keys.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { recordActivity } from '../activity/commands.ts';

/** An occurrence that somebody is mailed about; `day` is the nominal one, ISO. */
export interface NewFilingLink {
  readonly workspaceId: WorkspaceId;
  readonly itemId: string;
  readonly day: string;
  readonly userId: string;
  /** The message that the link stands in. */
  readonly messageId: string;
}

/**
 * Makes the links by which people say from a mail that occurrences are filed (R-filing-links-1), in a number of statements
 * that doesn't depend on how many they are: each works once, for 7 days. A message that is written again has the same
 * links, as long as all stands that they are judged by: its first try may have arrived all the same.
 * @returns the token of each row, in their order; null for who can't file there: viewers, who isn't in the company any
 * more, and everybody of a company that is frozen or switched it off
 */
export async function createFilingLinks(
  trx: Transaction<DB>,
  rows: readonly NewFilingLink[],
): Promise<(string | null)[]> {
  // Of an occurrence that is named twice in a message there is one link.
  const asked = [...new Map(rows.map((row) => [keyOf(row), row])).values()];
  if (asked.length === 0) return [];
  const key = await readInstanceKey(trx, 'filing-links');
  const standings = await readStandings(trx, asked);
  const links = asked.flatMap((row, n) => {
    const standing = standings.get(n);
    return standing ? [{ ...row, standing, token: deriveToken(key, row, standing) }] : [];
  });
  await sql`
    insert into filing_links (workspace_id, compliance_item_id, day, user_id, message_id, token_hash, standing)
    select * from unnest(
        ${links.map(({ workspaceId }) => workspaceId)}::uuid[], ${links.map(({ itemId }) => itemId)}::uuid[],
        ${links.map(({ day }) => day)}::date[], ${links.map(({ userId }) => userId)}::uuid[],
        ${links.map(({ messageId }) => messageId)}::uuid[], ${links.map(({ token }) => digestToken(token))}::bytea[],
        ${links.map(({ standing }) => standing)}::bytea[]) link (workspace_id, item_id, day, user_id, message_id)
    order by workspace_id, item_id, day, user_id, message_id
    on conflict (workspace_id, compliance_item_id, day, user_id, message_id) do update set
      token_hash = excluded.token_hash, standing = excluded.standing,
      used_at = case when filing_links.token_hash = excluded.token_hash then filing_links.used_at end,
      made_at = clock_timestamp(), expires_at = clock_timestamp() + interval '7 days'`.execute(trx);
  const tokens = new Map(links.map((link) => [keyOf(link), link.token]));
  return rows.map((row) => tokens.get(keyOf(row)) ?? null);
}

/**
 * What the links of some rows are judged by, by the rows' numbers; those who can't file are missing. Nobody leaves a
 * company until the links are made.
 */
async function readStandings(
  trx: Transaction<DB>,
  asked: readonly NewFilingLink[],
): Promise<ReadonlyMap<number, Buffer>> {
  const { rows } = await sql<{ n: number; standing: Buffer }>`
    select asked.n::int - 1 as n, ${STANDING} as standing
    from unnest(
        ${asked.map(({ workspaceId }) => workspaceId)}::uuid[], ${asked.map(({ itemId }) => itemId)}::uuid[],
        ${asked.map(({ userId }) => userId)}::uuid[]) with ordinality asked (workspace_id, item_id, user_id, n)
      join memberships m on (m.workspace_id, m.user_id) = (asked.workspace_id, asked.user_id)
      join users u on u.id = asked.user_id
      join compliance_items item on item.id = item_id
    where ${MAY_FILE_BY_MAIL}
      and (item.workspace_id is null or item.workspace_id = asked.workspace_id)
    order by m.workspace_id, m.user_id
    for key share of m, item`.execute(trx);
  return new Map(rows.map(({ n, standing }) => [n, standing]));
}

function keyOf({ workspaceId, itemId, day, userId, messageId }: NewFilingLink): string {
  return [workspaceId, itemId, day, userId, messageId].join(' ');
}

/** The token of a link: nobody who doesn't have the installation's key finds it, and it needn't be kept. */
function deriveToken(key: Buffer, row: NewFilingLink, standing: Buffer): string {
  return createHmac('sha256', key).update(keyOf(row)).update(standing).digest('base64url');
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
