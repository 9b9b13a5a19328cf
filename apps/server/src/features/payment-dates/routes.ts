import { createPaymentDate, deletePaymentDate } from '@anupalan/contract/payment-dates';
import { todayUtc } from '@anupalan/domain/calendar-day';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/serve.ts';
import { actFor } from '../../platform/sessions.ts';
import type { Services } from '../../services.ts';
import { readItem, requireItem } from '../compliance-items/queries.ts';
import { chooseDays } from '../status-history/queries.ts';
import * as commands from './commands.ts';

export function registerPaymentDateRoutes(app: FastifyInstance, { database, now }: Services): void {
  const { db } = database;

  serve(app, database, createPaymentDate, async ({ session, params, query, body }) => {
    const view = await actFor(db, session, body.userId ?? session.userId);
    const item = { itemId: params.id, days: chooseDays(query, todayUtc(now())) };
    await requireItem(database, view, params.id);
    const payment = { itemId: params.id, day: body.date, amount: body.amount, description: body.description ?? '' };
    await commands.addPaymentDate(db, { view, by: session }, payment);
    return {
      status: 'success',
      message: 'Payment date added successfully',
      data: await readItem(database, view, item),
    };
  });

  serve(app, database, deletePaymentDate, async ({ session, params, query }) => {
    const view = await actFor(db, session, query.userId ?? session.userId);
    const item = { itemId: params.id, days: chooseDays(query, todayUtc(now())) };
    await requireItem(database, view, params.id);
    await commands.deletePaymentDate(db, { view, by: session }, { itemId: params.id, id: params.paymentId });
    return {
      status: 'success',
      message: 'Payment date deleted successfully',
      data: await readItem(database, view, item),
    };
  });
}
