import { acknowledgeReminder, createReminder, deleteReminder, listReminders } from '@anupalan/contract/reminders';
import { todayUtc } from '@anupalan/domain/calendar-day';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/serve.ts';
import { actFor } from '../../platform/sessions.ts';
import type { Services } from '../../services.ts';
import { readItem, readReminders, requireItem } from '../compliance-items/queries.ts';
import { chooseDays } from '../status-history/queries.ts';
import * as commands from './commands.ts';

export function registerReminderRoutes(app: FastifyInstance, { database, now }: Services): void {
  const { db } = database;

  serve(app, database, listReminders, async ({ session, query }) => {
    const view = await actFor(db, session, query.userId ?? session.userId);
    return { status: 'success', data: await readReminders(database, view) };
  });

  serve(app, database, createReminder, async ({ session, params, query, body }) => {
    const view = await actFor(db, session, body.userId ?? session.userId);
    const shown = { itemId: params.id, days: chooseDays(query, todayUtc(now())) };
    await requireItem(database, view, params.id);
    const reminder = { itemId: params.id, at: body.reminderDate, now: now() };
    await commands.addReminder(db, { view, by: session }, reminder);
    return {
      status: 'success',
      message: 'Reminder set successfully',
      data: await readItem(database, view, shown),
    };
  });

  serve(app, database, deleteReminder, async ({ session, params, query, body }) => {
    const view = await actFor(db, session, body.userId ?? session.userId);
    const shown = { itemId: params.id, days: chooseDays(query, todayUtc(now())) };
    await requireItem(database, view, params.id);
    await commands.deleteReminder(db, { view, by: session }, { itemId: params.id, id: params.reminderId });
    return {
      status: 'success',
      message: 'Reminder deleted successfully',
      data: await readItem(database, view, shown),
    };
  });

  serve(app, database, acknowledgeReminder, async ({ session, params, query, body }) => {
    const view = await actFor(db, session, body.userId ?? session.userId);
    const shown = { itemId: params.id, days: chooseDays(query, todayUtc(now())) };
    await requireItem(database, view, params.id);
    await commands.acknowledgeReminder(db, { view, by: session }, { itemId: params.id, id: params.reminderId });
    return { status: 'success', message: 'Reminder acknowledged', data: await readItem(database, view, shown) };
  });
}
