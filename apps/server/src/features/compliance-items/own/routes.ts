import {
  createOwnObligation,
  deleteOwnObligation,
  updateOwnObligation,
} from '@anupalan/contract/company/own-obligations';
import { todayInIndia } from '@anupalan/domain/calendar-day';
import type { FastifyInstance } from 'fastify';
import { type Served, serve } from '../../../serve.ts';
import type { Services } from '../../../services.ts';
import { actForCall } from '../../tracker/act-for-call.ts';
import { chooseDays } from '../../tracker/choose-days.ts';
import { readItem } from '../queries.ts';
import * as commands from './commands.ts';

const FOR_NAMED_USER = { forNamedUser: true };

export function registerOwnObligationRoutes(app: FastifyInstance, { database, now }: Services): void {
  const { db } = database;

  const create = async ({ session, query, body }: Served<typeof createOwnObligation>) => {
    const days = chooseDays(query, todayInIndia(now()));
    const acting = await actForCall(db, createOwnObligation, { session, userId: body.userId });
    const itemId = await commands.addOwnObligation(db, acting, body);
    const data = await readItem(database, acting.view, { itemId, days });
    return { status: 'success' as const, message: 'Obligation added successfully', data };
  };
  serve(app, database, createOwnObligation, create, FOR_NAMED_USER);

  const update = async ({ session, params, query, body }: Served<typeof updateOwnObligation>) => {
    const days = chooseDays(query, todayInIndia(now()));
    const acting = await actForCall(db, updateOwnObligation, { session, userId: body.userId });
    await commands.changeOwnObligation(db, acting, params.id, body);
    const data = await readItem(database, acting.view, { itemId: params.id, days });
    return { status: 'success' as const, message: 'Obligation updated successfully', data };
  };
  serve(app, database, updateOwnObligation, update, FOR_NAMED_USER);

  const remove = async ({ session, params, query: { userId } }: Served<typeof deleteOwnObligation>) => {
    const acting = await actForCall(db, deleteOwnObligation, { session, userId });
    await commands.removeOwnObligation(db, acting, params.id);
    return { status: 'success' as const, message: 'Obligation deleted successfully' };
  };
  serve(app, database, deleteOwnObligation, remove, FOR_NAMED_USER);
}
