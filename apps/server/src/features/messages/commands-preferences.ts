import type { ChangedPreferences } from '@anupalan/contract/telling/preferences';
import type { ChosenKind, Preferences } from '@anupalan/domain/telling/preferences';
import { type Kysely, sql } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { Services } from '../../services.ts';
import { recordActivity } from '../activity/commands.ts';
import { queueMessages, startDelivery } from './commands.ts';

type Given = Pick<Services, 'database' | 'now'>;

/** Sets what a person is told, in all their companies (R-messages-1); what isn't named stays as it is (R-messages-2). */
export async function changePreferences(
  { database: { db }, now }: Given,
  userId: string,
  { hour, kinds = {} }: ChangedPreferences,
): Promise<void> {
  const named = Object.entries({ hour, ...kinds }).filter(([, value]) => value !== undefined);
  if (named.length === 0) return;
  const chosen = { ...Object.fromEntries(named), ...(hour !== undefined && { hour_set_at: now().toString() }) };
  await db
    .insertInto('message_preferences')
    .values({ user_id: userId, ...chosen })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ ...chosen, ...keepSetAt('message_preferences') }),
    )
    .execute();
}

/** Keeps when an hour was set where it stays the same; no hour is set by a row without one. */
function keepSetAt(table: 'message_preferences' | 'message_defaults') {
  const [former, next] = [sql.ref(`${table}.hour`), sql.ref('excluded.hour')];
  const setAt = (row: string) => sql.ref(`${row}.hour_set_at`);
  return {
    hour_set_at: sql<Date | null>`
      case when ${next} is null or ${former} = ${next} then ${setAt(table)} else ${setAt('excluded')} end`,
  };
}

/** Leaves what a person is told to their companies; when they chose no more is kept, as another hour is (R-messages-1). */
export async function leavePreferences({ database: { db }, now }: Given, userId: string): Promise<void> {
  const nothing = { hour: null, digest: null, monday: null, custom: null, escalation: null };
  await db
    .updateTable('message_preferences')
    .set({ ...nothing, hour_set_at: now().toString() })
    .where('user_id', '=', userId)
    .execute();
}

/** Switches one kind off or on for a person; what else they left to their companies stays so (R-messages-10). */
export async function switchKind(
  db: Kysely<DB>,
  { userId, kind, on }: { userId: string; kind: ChosenKind; on: boolean },
): Promise<void> {
  await db
    .insertInto('message_preferences')
    .values({ user_id: userId, [kind]: on })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ [kind]: on }))
    .execute();
}

/** Sets what the people of a company are told who chose nothing (R-messages-2). */
export async function changeDefaults(
  { database: { db }, now }: Given,
  session: Session,
  { hour, kinds }: Preferences,
): Promise<void> {
  const { workspaceId } = session;
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('message_defaults')
      .values({ workspace_id: workspaceId, hour, ...kinds, hour_set_at: now().toString() })
      .onConflict((conflict) =>
        conflict.column('workspace_id').doUpdateSet({ hour, ...kinds, ...keepSetAt('message_defaults') }),
      )
      .execute();
    await recordActivity(trx, session, { what: 'messages.change-defaults', about: {} });
  });
}

/** Seconds after which somebody may have their address tried once more. */
const TRIED_AGAIN_AFTER = 60;

/**
 * Sends mail to a person's address again, beginning with one that says so, once a minute at most (R-messages-13).
 * @returns whether the address was refusing mail.
 */
export async function tryAddressAgain(
  { database, jobs, now }: Pick<Services, 'database' | 'jobs' | 'now'>,
  userId: string,
): Promise<boolean> {
  return await database.db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('unreachable_addresses')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    const turn = Math.floor(now().epochMilliseconds / 1_000 / TRIED_AGAIN_AFTER);
    await queueMessages(trx, [
      {
        userId,
        workspaceId: null,
        channel: 'mail',
        kind: 'trial',
        key: `trial:${userId}:${turn}`,
        about: {},
        sendAfter: now(),
      },
    ]);
    await startDelivery(trx, jobs);
    return true;
  });
}
