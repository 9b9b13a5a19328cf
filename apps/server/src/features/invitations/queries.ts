import type { InvitationDraft } from '@anupalan/contract/people/invitations';
import { GivenRole } from '@anupalan/contract/people/members';
import { sql } from 'kysely';
import { digestToken } from '../../identity/secrets.ts';
import { indianDay } from '../../platform/days/indian-day.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';

/** Invitations listed at most. */
const LISTED = 500;

const isExpired = sql<boolean>`invitations.expires_at <= now()`;

/** The invitations that nobody has accepted yet, newest first (R-members-33). */
export function listInvitations(db: Db, workspaceId: WorkspaceId) {
  return selectOpen(db, workspaceId)
    .orderBy('sent_at', 'desc')
    .orderBy('invitations.id', 'desc')
    .limit(LISTED)
    .execute();
}

/** An invitation that nobody has accepted yet. @throws AppError not-found */
export async function getInvitation(db: Db, workspaceId: WorkspaceId, id: string) {
  return await selectOpen(db, workspaceId)
    .where('invitations.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('not-found', 'Invitation not found'));
}

/** An invitation as the list has it. */
export type OpenInvitation = Awaited<ReturnType<typeof getInvitation>>;

function selectOpen(db: Db, workspaceId: WorkspaceId) {
  return db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.invited_by')
    .select([
      'invitations.id',
      'invitations.email',
      'invitations.role',
      'invitations.until',
      'invitations.acts',
      'invitations.from_day',
      'invitations.to_day',
      'invitations.invited_by',
      'invitations.sent_at',
      'invitations.expires_at',
      isExpired.as('expired'),
      'users.first_name',
      'users.last_name',
    ])
    .where('invitations.workspace_id', '=', workspaceId)
    .where('invitations.status', '=', 'open');
}

/**
 * The invitation of a mailed link, whatever became of it: `isFormer` when a newer link was mailed, `daysOver` when a
 * viewer's last day is.
 * @throws AppError not-found
 */
export async function findByToken(db: Db, token: string) {
  const hash = digestToken(token);
  return await selectFound(db)
    .select(sql<boolean>`invitations.token_hash <> ${hash}`.as('isFormer'))
    .where(({ or, eb }) => or([eb('token_hash', '=', hash), eb('former_hash', '=', hash)]))
    .executeTakeFirstOrThrow(unknownLink);
}

/** An invitation by its id, as {@link findByToken}. @throws AppError not-found */
export async function getById(db: Db, workspaceId: WorkspaceId, id: string): Promise<FoundInvitation> {
  return await selectFound(db)
    .select(sql<boolean>`false`.as('isFormer'))
    .where('invitations.workspace_id', '=', workspaceId)
    .where('invitations.id', '=', id)
    .executeTakeFirstOrThrow(unknownLink);
}

export type FoundInvitation = Awaited<ReturnType<typeof findByToken>>;

function selectFound(db: Db) {
  return db
    .selectFrom('invitations')
    .innerJoin('companies', 'companies.workspace_id', 'invitations.workspace_id')
    .leftJoin('users', 'users.id', 'invitations.invited_by')
    .select([
      'invitations.workspace_id',
      'invitations.id',
      'invitations.email',
      'invitations.role',
      'invitations.until',
      'invitations.acts',
      'invitations.from_day',
      'invitations.to_day',
      'invitations.invited_by',
      'invitations.status',
      'invitations.renewals',
      'invitations.expires_at',
      isExpired.as('expired'),
      sql<boolean>`coalesce(invitations.until < ${sql.raw(indianDay('now()'))}, false)`.as('daysOver'),
      'companies.id as company_id',
      'companies.company_name',
      'users.first_name',
      'users.last_name',
      'users.primary_email as inviter_email',
    ]);
}

/** The refusal of a link that belongs to no invitation. */
export function unknownLink(): AppError {
  return new AppError('not-found', 'This invitation is not valid. Please open the link of the newest mail again.');
}

/** A confirmed account of an address: whether there is one, who it is, and whether they administer the platform. */
export async function findInvited(db: Db, email: string) {
  return await db
    .selectFrom('users')
    .select(['id', 'role'])
    .where('primary_email', '=', email)
    .where('status', '<>', 'pending')
    .executeTakeFirst();
}

/** Those of the catalogue's acts and of the company's own that have these ids, by name. */
export async function listActTitles(db: Db, workspaceId: WorkspaceId, ids: readonly string[]) {
  return await db
    .selectFrom('acts')
    .select(['id as _id', 'name as title'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where(({ or, eb }) => or([eb('workspace_id', 'is', null), eb('workspace_id', '=', workspaceId)]))
    .orderBy('name')
    .execute();
}

/** Drafts of an answer at most. */
export const MOST_DRAFTS = 500;

/** People whom an import named and whom nobody has invited yet, by address (R-imports-18). */
export async function listDrafts(db: Db, workspaceId: WorkspaceId): Promise<InvitationDraft[]> {
  const rows = await db
    .selectFrom('invitation_drafts')
    .select(['id', 'email', 'role'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('email')
    .limit(MOST_DRAFTS)
    .execute();
  return rows.map(({ id, email, role }) => ({ _id: id, email, role: GivenRole.parse(role) }));
}
