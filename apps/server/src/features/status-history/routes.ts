import { updateStatus } from '@anupalan/contract/status-history';
import { todayUtc } from '@anupalan/domain/calendar-day';
import { can } from '@anupalan/domain/permissions';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/serve.ts';
import { actFor, actorOf } from '../../platform/sessions.ts';
import type { Services } from '../../services.ts';
import { requireItem } from '../compliance-items/queries.ts';
import { recordStatus } from './commands.ts';
import { chooseDays, readStatusHistory } from './queries.ts';

export function registerStatusHistoryRoutes(app: FastifyInstance, { database, now }: Services): void {
  const { db, pool } = database;

  serve(app, database, updateStatus, async ({ session, params, query, body }) => {
    const view = await actFor(db, session, body.userId);
    if (!can(actorOf(session), 'status-history.record', body.status)) {
      throw new AppError('forbidden', 'Upgrade to Premium to use this status');
    }
    const days = chooseDays(query, todayUtc(now()));
    const entry = { itemId: params.id, day: body.forDate };
    await requireItem(db, view, entry.itemId);
    await recordStatus(db, { view, by: session }, { ...entry, status: body.status, note: body.note ?? '' });
    return {
      status: 'success',
      message: 'Status updated successfully',
      data: { statusHistory: await readStatusHistory(pool, view, { ...entry, days }) },
    };
  });
}
