import type { Role } from '@anupalan/domain/plans';
import { isResolved, type Status } from '@anupalan/domain/statuses';
import { sql } from 'kysely';
import { BELONGING, type BelongingRow, toBelonging } from '../../identity/members/membership.ts';
import { unattendedSession } from '../../identity/members/unattended-session.ts';
import { digestToken } from '../../identity/secrets.ts';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { MAY_FILE_BY_MAIL, STANDING } from './commands.ts';

/** A link that can be used at this moment, with the person as whom it records. */
export interface FilingLink {
  /** The person in the company, as if they had signed in. */
  readonly session: Session;
  readonly firstName: string;
  readonly lastName: string;
  readonly companyId: string;
  readonly companyName: string;
  readonly itemId: string;
  readonly title: string;
  readonly act: string;
  /** The nominal day, ISO. */
  readonly day: string;
  readonly expiresAt: Date;
}

/**
 * The link of a token, judged as everything stands at this moment (R-filing-links-4).
 * @throws AppError not-found for a token that is no link's, and once a newer one was sent; conflict with the reason why one can't be used
 */
export async function requireLink(db: Db, token: string): Promise<FilingLink> {
  const { rows } = await sql<LinkRow>`
    select link.compliance_item_id, link.day::text, link.expires_at, link.user_id, link.used_at is not null as is_used,
      link.expires_at <= clock_timestamp() as is_over, link.standing = ${STANDING} as still_stands,
      ${MAY_FILE_BY_MAIL} as may_file,
      exists (select from filing_link_policies policy
        where policy.workspace_id = link.workspace_id and not policy.allowed) as is_switched_off,
      u.role as user_role, u.first_name, u.last_name, ${sql.raw(BELONGING)}, c.company_name, item.title, acts.name as act,
      (select current_status from status_entries entry
        where (entry.workspace_id, entry.compliance_item_id, entry.day)
          = (link.workspace_id, link.compliance_item_id, link.day)) as current_status,
      exists (select from status_records record
        where (record.workspace_id, record.compliance_item_id, record.day)
          = (link.workspace_id, link.compliance_item_id, link.day)
          and record.status <> 'NOTE' and record.created_at >= link.made_at)
      or exists (select from checks
        where (checks.workspace_id, checks.compliance_item_id, checks.day)
          = (link.workspace_id, link.compliance_item_id, link.day)
          and (outcome is null or made_at >= link.made_at)) as is_recorded,
      exists (select from filing_links newer join messages on messages.id = newer.message_id
        where (newer.workspace_id, newer.compliance_item_id, newer.day, newer.user_id)
          = (link.workspace_id, link.compliance_item_id, link.day, link.user_id)
          and newer.made_at > link.made_at and messages.state = 'sent') as is_replaced
    from filing_links link
      join users u on u.id = link.user_id
      join memberships m on (m.workspace_id, m.user_id) = (link.workspace_id, link.user_id)
      join companies c on c.id = m.company_id
      join compliance_items item on item.id = link.compliance_item_id
      join acts on acts.id = item.act_id
    where link.token_hash = ${digestToken(token)}`.execute(db);
  const [row] = rows;
  if (!row || row.is_replaced)
    throw new AppError('not-found', 'This link is not valid. Please open the newest mail again.');
  requireUsable(row);
  return {
    session: unattendedSession({ userId: row.user_id, role: row.user_role }, toBelonging(row)),
    firstName: row.first_name,
    lastName: row.last_name,
    companyId: row.company_id,
    companyName: row.company_name,
    itemId: row.compliance_item_id,
    title: row.title,
    act: row.act,
    day: row.day,
    expiresAt: row.expires_at,
  };
}

interface LinkRow extends BelongingRow {
  compliance_item_id: string;
  day: string;
  expires_at: Date;
  user_id: string;
  is_used: boolean;
  is_over: boolean;
  still_stands: boolean;
  may_file: boolean;
  is_switched_off: boolean;
  user_role: Role;
  first_name: string;
  last_name: string;
  company_id: string;
  company_name: string;
  title: string;
  act: string;
  current_status: Status | null;
  is_recorded: boolean;
  is_replaced: boolean;
}

/** @throws AppError conflict with the reason (R-filing-links-6) */
function requireUsable(link: LinkRow): void {
  const reason = findReason(link);
  if (reason) throw new AppError('conflict', reason);
}

function findReason(link: LinkRow): string | null {
  if (link.is_used) return 'This link was used already.';
  if (link.is_recorded || isResolved(link.current_status ?? undefined)) return 'This was recorded in the meantime.';
  if (link.is_over) return 'The time of this link is over: links work for 7 days.';
  if (link.is_switched_off) return 'Your company does not file from mails.';
  if (link.still_stands && link.may_file) return null;
  return 'This link ended because your account or your place in the company changed.';
}

/** Whether a company lets its people file from mails (R-filing-links-5). */
export async function readPolicy(db: Db, workspaceId: WorkspaceId): Promise<{ allowed: boolean }> {
  const policy = await db
    .selectFrom('filing_link_policies')
    .select('allowed')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return policy ?? { allowed: true };
}
