import {
  createOwnObligation,
  deleteOwnObligation,
  updateOwnObligation,
} from '@anupalan/contract/company/own-obligations';
import { todayUtc } from '@anupalan/domain/calendar-day';
import type { FastifyInstance } from 'fastify';
import { actFor } from '../../../identity/sessions.ts';
import { serve } from '../../../serve.ts';
import type { Services } from '../../../services.ts';
import { chooseDays } from '../../tracker/choose-days.ts';
import { readItem } from '../queries.ts';
import * as commands from './commands.ts';

export function registerOwnObligationRoutes(app: FastifyInstance, { database, now }: Services): void {
  const { db } = database;

  serve(app, database, createOwnObligation, async ({ session, query, body }) => {
    const days = chooseDays(query, todayUtc(now()));
    const view = await actFor(db, session, body.userId ?? session.userId);
    const itemId = await commands.addOwnObligation(db, { view, by: session }, body);
    const data = await readItem(database, view, { itemId, days });
    return { status: 'success', message: 'Obligation added successfully', data };
  });

  serve(app, database, updateOwnObligation, async ({ session, params, query, body }) => {
    const days = chooseDays(query, todayUtc(now()));
    const view = await actFor(db, session, body.userId ?? session.userId);
    await commands.changeOwnObligation(db, { view, by: session }, params.id, body);
    const data = await readItem(database, view, { itemId: params.id, days });
    return { status: 'success', message: 'Obligation updated successfully', data };
  });

  serve(app, database, deleteOwnObligation, async ({ session, params, query }) => {
    const view = await actFor(db, session, query.userId ?? session.userId);
    await commands.removeOwnObligation(db, { view, by: session }, params.id);
    return { status: 'success', message: 'Obligation deleted successfully' };
  });
}
