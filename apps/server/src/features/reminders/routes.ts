import { acknowledgeReminder, createReminder, deleteReminder, listReminders } from '@anupalan/contract/reminders';
import { todayInIndia } from '@anupalan/domain/calendar-day';
import type { FastifyInstance } from 'fastify';
import { actFor } from '../../identity/sessions.ts';
import { type Served, serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { readItem, readReminders } from '../compliance-items/queries.ts';
import { serveAboutItem } from '../tracker/serve-about-item.ts';
import * as commands from './commands.ts';

export function registerReminderRoutes(app: FastifyInstance, services: Services): void {
  const { database, now } = services;
  const { db } = database;

  const list = async ({ session, query }: Served<typeof listReminders>) => {
    const view = await actFor(db, session, query.userId ?? session.userId);
    return { status: 'success' as const, data: await readReminders(db, view, todayInIndia(now())) };
  };
  serve(app, database, listReminders, list, { forNamedUser: true });

  serveAboutItem(app, services, createReminder, {
    answer: async ({ view, acting, itemId, days, body }) => {
      await commands.addReminder(db, acting, { itemId, at: body.reminderDate, now: now() });
      const data = await readItem(database, view, { itemId, days });
      return { status: 'success', message: 'Reminder set successfully', data };
    },
  });

  serveAboutItem(app, services, deleteReminder, {
    answer: async ({ view, acting, itemId, days, params }) => {
      await commands.deleteReminder(db, acting, { itemId, id: params.reminderId });
      const data = await readItem(database, view, { itemId, days });
      return { status: 'success', message: 'Reminder deleted successfully', data };
    },
  });

  serveAboutItem(app, services, acknowledgeReminder, {
    answer: async ({ view, acting, itemId, days, params }) => {
      await commands.acknowledgeReminder(db, acting, { itemId, id: params.reminderId });
      const data = await readItem(database, view, { itemId, days });
      return { status: 'success', message: 'Reminder acknowledged', data };
    },
  });
}
