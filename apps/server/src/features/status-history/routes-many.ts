import { takeBackStatus, takeBackStatuses, updateStatuses } from '@anupalan/contract/status-history';
import { todayUtc } from '@anupalan/domain/calendar-day';
import { NO_MEMBER } from '@anupalan/domain/permissions/no-member';
import type { Action } from '@anupalan/domain/permissions/table';
import type { FastifyInstance } from 'fastify';
import { renewSession } from '../../identity/read-session.ts';
import { actFor, actOn, requireCallPermission, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
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
      const asNow = await actingAsNow(session, updateStatuses.access, body.userId);
      const data = await recordMany(database, asNow, { entries: body.entries, today: todayUtc(now()) });
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
      const asNow = await actingAsNow(session, takeBackStatuses.access, body.userId);
      return { status: 'success', message: 'Taken back', data: await takeManyBack(database, asNow, body.ids) };
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

  /** The same as often as it is asked for, always as of then and about the workspace that the call began with. */
  async function actingAsNow(session: Session, access: Action, userId = session.userId) {
    const begun = await actingFor(session, access, userId);
    return async (): Promise<Acting> => {
      const caller = await renewSession(database, session);
      const acting = await actingFor({ ...caller, namedCompany: begun.view.companyId }, access, userId);
      if (acting.view.workspaceId !== begun.view.workspaceId) throw new AppError('forbidden', NO_MEMBER);
      requireCallPermission(acting.by, access);
      return acting;
    };
  }
}
