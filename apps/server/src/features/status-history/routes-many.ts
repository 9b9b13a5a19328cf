import { takeBackStatus, takeBackStatuses, updateStatuses } from '@anupalan/contract/status-history';
import { todayUtc } from '@anupalan/domain/calendar-day';
import type { Action } from '@anupalan/domain/permissions/table';
import type { FastifyInstance } from 'fastify';
import { actFor, actOn, requireCallPermission, type Session } from '../../identity/sessions.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { chooseDays } from '../tracker/choose-days.ts';
import type { Acting } from '../tracker/commands.ts';
import { recordMany, takeManyBack } from './commands-many.ts';
import { takeBack } from './commands-take-back.ts';
import { readStatusHistory } from './queries.ts';

const FOR_NAMED_USER = { forNamedUser: true };

/** The calls of many statuses at once, and of taking back, which are about no item that their path names. */
export function registerManyStatusesRoutes(app: FastifyInstance, { database, now }: Services): void {
  serve(
    app,
    database,
    updateStatuses,
    async ({ session, body }) => {
      const acting = await actingFor(session, updateStatuses.access, body.userId);
      const data = await recordMany(database, acting, { entries: body.entries, today: todayUtc(now()) });
      return { status: 'success', message: 'Statuses recorded', data };
    },
    FOR_NAMED_USER,
  );

  serve(
    app,
    database,
    takeBackStatus,
    async ({ session, params, query }) => {
      const acting = await actingFor(session, takeBackStatus.access, query.userId);
      const days = chooseDays(query, todayUtc(now()));
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
      const acting = await actingFor(session, takeBackStatuses.access, body.userId);
      return { status: 'success', message: 'Taken back', data: await takeManyBack(database, acting, body.ids) };
    },
    FOR_NAMED_USER,
  );

  /** Whose view a call is about, and who acts on it with the rights of whom they name. */
  async function actingFor(session: Session, access: Action, userId = session.userId): Promise<Acting> {
    const view = await actFor(database.db, session, userId);
    const by = actOn(session, view);
    if (view !== session) requireCallPermission(by, access);
    return { view, by };
  }
}
