import { INDIA } from '@anupalan/domain/calendar-day';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Services } from '../../../services.ts';
import { queueMessages, startDelivery } from '../../messages/commands.ts';
import { listOwnersToTell } from './queries.ts';

/** Owners whose mails are made at once. */
const AT_ONCE = 1_000;

/** Comes before every id. */
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * The job that tells owners the heads of their companies, once a month (R-activity-14): a little after nine in India.
 * It looks every day, so that a first of the month on which no server ran is made up for.
 */
export function createHeadJobs(services: Pick<Services, 'database' | 'jobs' | 'now'>): Job[] {
  return [{ queue: 'mail-heads', cron: '35 3 * * *', run: () => planHeads(services) }];
}

async function planHeads({ database, jobs, now }: Pick<Services, 'database' | 'jobs' | 'now'>): Promise<void> {
  const moment = now();
  const month = moment.toZonedDateTimeISO(INDIA).startOfDay().with({ day: 1 });
  const key = `seal:${month.toPlainDate().toString().slice(0, 7)}:`;
  const [from, until] = [month.subtract({ months: 1 }), month].map((day) => day.toInstant().toString());
  for (let after = FIRST; ; ) {
    const owners = await listOwnersToTell(database.db, {
      ...{ key, after, limit: AT_ONCE },
      ...{ from: from ?? '', until: until ?? '' },
    });
    await database.db.transaction().execute(async (trx) => {
      const rows = owners.map((userId) => ({
        ...{ userId, workspaceId: null, channel: 'mail' as const, kind: 'seal' as const },
        ...{ key: `${key}${userId}`, about: {}, sendAfter: moment },
      }));
      if ((await queueMessages(trx, rows)) > 0) await startDelivery(trx, jobs);
    });
    const last = owners.at(-1);
    if (last === undefined || owners.length < AT_ONCE) return;
    after = last;
  }
}
