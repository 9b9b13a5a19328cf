import type { ChangedPreferences } from '@anupalan/contract/telling/preferences';
import type { ChosenKind, Preferences } from '@anupalan/domain/telling/preferences';
import type { Kysely } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { Services } from '../../services.ts';
import { recordActivity } from '../activity/commands.ts';
import { queueMessages, startDelivery } from './commands.ts';

/** Sets what a person is told, in all their companies (R-messages-1); what isn't named stays as it is (R-messages-2). */
export async function changePreferences(
  db: Kysely<DB>,
  userId: string,
  { hour, kinds = {} }: ChangedPreferences,
): Promise<void> {
  const named = Object.entries({ hour, ...kinds }).filter(([, value]) => value !== undefined);
  if (named.length === 0) return;
  const chosen = Object.fromEntries(named);
  await db
    .insertInto('message_preferences')
    .values({ user_id: userId, ...chosen })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(chosen))
    .execute();
}

/** Leaves what a person is told to their companies. */
export async function leavePreferences(db: Kysely<DB>, userId: string): Promise<void> {
  await db.deleteFrom('message_preferences').where('user_id', '=', userId).execute();
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
export async function changeDefaults(db: Kysely<DB>, session: Session, { hour, kinds }: Preferences): Promise<void> {
  const { workspaceId } = session;
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('message_defaults')
      .values({ workspace_id: workspaceId, hour, ...kinds })
      .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet({ hour, ...kinds }))
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
