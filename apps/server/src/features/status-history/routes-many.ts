import { takeBackStatus, takeBackStatuses, updateStatuses } from '@anupalan/contract/status-history';
import { todayInIndia } from '@anupalan/domain/calendar-day';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { actForCall } from '../tracker/act-for-call.ts';
import { chooseDays } from '../tracker/choose-days.ts';
import { callerOfMany } from './commands-caller.ts';
import { recordMany, takeManyBack } from './commands-many.ts';
import { takeBack } from './commands-take-back.ts';
import { readStatusHistory } from './queries.ts';

const FOR_NAMED_USER = { forNamedUser: true };

/** The calls of many statuses at once, and of taking back, which are about no item that their path names. */
export function registerManyStatusesRoutes(app: FastifyInstance, { database, config, now }: Services): void {
  serve(
    app,
    database,
    updateStatuses,
    async ({ session, body }) => {
      const caller = await callerOfMany(database.db, updateStatuses, { session, userId: body.userId });
      const data = await recordMany(database, caller, { entries: body.entries, today: todayInIndia(now()), config });
      return { status: 'success', message: 'Statuses recorded', data };
    },
    FOR_NAMED_USER,
  );

  serve(
    app,
    database,
    takeBackStatus,
    async ({ session, params, query }) => {
      const acting = await actForCall(database.db, takeBackStatus, { session, userId: query.userId });
      const days = chooseDays(query, todayInIndia(now()));
      const { itemId, day } = await takeBack(database.db, acting, params.id);
      const { entries: statusHistory } = await readStatusHistory(database.pool, acting.view, { itemId, day, days });
      return { status: 'success', message: 'Taken back', data: { complianceId: itemId, statusHistory } };
    },
    FOR_NAMED_USER,
  );

  serve(
    app,
    database,
    takeBackStatuses,
    async ({ session, body }) => {
      const caller = await callerOfMany(database.db, takeBackStatuses, { session, userId: body.userId });
      return { status: 'success', message: 'Taken back', data: await takeManyBack(database, caller, body.ids) };
    },
    FOR_NAMED_USER,
  );
}
