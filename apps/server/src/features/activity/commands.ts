import { randomUUIDv7 } from 'node:crypto';
import { ActivityAbout, type ActivityKind } from '@anupalan/contract/people/activity';
import { sql, type Transaction } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';

/**
 * Where and by whom something was done: the session of who did it, or with the company of another view what an
 * administrator did there; nobody has a `userId` of null.
 */
export type ActivityAuthor = Pick<Session, 'workspaceId' | 'impersonatorId'> & { readonly userId: string | null };

/**
 * Records in the activity of many companies what nobody of them did, by one statement, in the transaction that does it.
 * @throws ZodError as {@link recordActivity}
 */
export async function recordActivityOfAll(
  trx: Transaction<DB>,
  workspaceIds: readonly WorkspaceId[],
  { what, about = {} }: NewActivity,
): Promise<void> {
  if (workspaceIds.length === 0) return;
  const ids = workspaceIds.map(() => randomUUIDv7());
  await sql`
    insert into activity (workspace_id, id, what, about)
    select workspace_id, id, ${what}, ${JSON.stringify(ActivityAbout.parse(about))}
    from unnest(${workspaceIds}::uuid[], ${ids}::uuid[]) as told (workspace_id, id)`.execute(trx);
}

/** What was done; `about` has ids, figures and the company's own short words, never a note (R-activity-3). */
interface NewActivity {
  readonly what: Exclude<ActivityKind, 'status-history.record' | 'status-history.note'>;
  readonly about?: Omit<ActivityAbout, 'title'>;
}

/**
 * Records in the company's activity what was done, in the transaction that does it (R-activity-1). Statuses and notes
 * are not recorded here: the activity is read with them.
 * @throws ZodError when `about` has what it must not have
 */
export async function recordActivity(
  trx: Transaction<DB>,
  { workspaceId, userId, impersonatorId }: ActivityAuthor,
  { what, about = {} }: NewActivity,
): Promise<void> {
  await trx
    .insertInto('activity')
    .values({
      workspace_id: workspaceId,
      id: randomUUIDv7(),
      by: userId,
      impersonator: impersonatorId,
      what,
      about: JSON.stringify(ActivityAbout.parse(about)),
    })
    .execute();
}

/** Records several things that somebody did at once, as {@link recordActivity}, by few statements. */
export async function recordActivities(
  trx: Transaction<DB>,
  { workspaceId, userId, impersonatorId }: ActivityAuthor,
  done: readonly NewActivity[],
): Promise<void> {
  for (let from = 0; from < done.length; from += A_STATEMENT) {
    const rows = done.slice(from, from + A_STATEMENT).map(({ what, about = {} }) => ({
      ...{ workspace_id: workspaceId, id: randomUUIDv7(), by: userId, impersonator: impersonatorId, what },
      about: JSON.stringify(ActivityAbout.parse(about)),
    }));
    await trx.insertInto('activity').values(rows).execute();
  }
}

/** Rows of one statement: each has six of the 65,535 parameters that one can have. */
const A_STATEMENT = 1_000;
