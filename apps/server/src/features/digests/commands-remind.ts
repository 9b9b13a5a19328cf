import type { Services } from '../../services.ts';
import { queueMessages, startDelivery } from '../messages/commands.ts';
import { keyOfReminder, listDueReminders } from './queries-reminders.ts';

/** Seconds before their minute in which reminders are queued, so that they leave at it. */
const AHEAD_SECONDS = 90;

/** Hours for which reminders are looked back for, when this process looks for the first time. */
const BACK_HOURS = 24;

/** Minutes that two looks overlap, for what was committed meanwhile. */
const OVERLAP_MINUTES = 10;

const AT_ONCE = 1_000;

/** Up to when this process has looked. */
export interface LookedUntil {
  moment: Temporal.Instant | null;
}

/**
 * Queues the reminders whose minute comes (R-digests-11), each once by its key. What came while no server ran, up to a day
 * ago, is found by the first look.
 */
export async function planReminders(
  { database, jobs, now }: Pick<Services, 'database' | 'jobs' | 'now'>,
  looked: LookedUntil,
): Promise<void> {
  const until = now().add({ seconds: AHEAD_SECONDS });
  const earliest = now().subtract({ hours: BACK_HOURS });
  const again = looked.moment?.subtract({ minutes: OVERLAP_MINUTES }) ?? earliest;
  const after = Temporal.Instant.compare(again, earliest) < 0 ? earliest : again;
  for (;;) {
    const due = await listDueReminders(database.pool, { after, until, limit: AT_ONCE });
    if (due.length === 0) break;
    await database.db.transaction().execute(async (trx) => {
      const rows = due.map(({ id, userId, workspaceId, itemId, at }) => ({
        ...{ userId, workspaceId, channel: 'mail' as const, kind: 'custom' as const },
        ...{ key: keyOfReminder(id), about: { reminderId: id, itemId }, sendAfter: at },
      }));
      await queueMessages(trx, rows);
      await startDelivery(trx, jobs);
    });
    if (due.length < AT_ONCE) break;
  }
  looked.moment = until;
}
