import * as companyDays from '@anupalan/contract/due-days/company-days';
import * as holidays from '@anupalan/contract/due-days/holidays';
import type { FastifyInstance } from 'fastify';
import { type Served, serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { readItem } from '../compliance-items/queries.ts';
import { actForCall } from '../tracker/act-for-call.ts';
import { serveAboutItem } from '../tracker/serve-about-item.ts';
import { keepCompanyDay, removeCompanyDay } from './commands-company-days.ts';
import { addHoliday, removeHoliday } from './commands-holidays.ts';
import { listHolidays } from './queries.ts';
import { registerExtensionRoutes } from './routes-extensions.ts';

const FOR_NAMED_USER = { forNamedUser: true };

export function registerDueDaysRoutes(app: FastifyInstance, services: Services): void {
  registerCompanyDayRoutes(app, services);
  registerHolidayRoutes(app, services);
  registerExtensionRoutes(app, services);
}

function registerCompanyDayRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;

  serveAboutItem(app, services, companyDays.setCompanyDay, {
    answer: async ({ view, acting, itemId, days, itemDays, body: { forDate, day } }) => {
      await keepCompanyDay(database.db, acting, { itemId, forDate, day, days: itemDays });
      const data = await readItem(database, view, { itemId, days });
      return { status: 'success', message: 'Your day was saved', data };
    },
  });

  serveAboutItem(app, services, companyDays.removeCompanyDay, {
    answer: async ({ view, acting, itemId, days, itemDays, query: { forDate } }) => {
      await removeCompanyDay(database.db, acting, { itemId, forDate, days: itemDays });
      const data = await readItem(database, view, { itemId, days });
      return { status: 'success', message: 'Your day was removed', data };
    },
  });
}

function registerHolidayRoutes(app: FastifyInstance, { database }: Services): void {
  const { db } = database;

  const list = async ({ session, query: { userId } }: Served<typeof holidays.listHolidays>) => {
    const { view } = await actForCall(db, holidays.listHolidays, { session, userId });
    return { status: 'success' as const, data: await listHolidays(db, view.workspaceId) };
  };
  serve(app, database, holidays.listHolidays, list, FOR_NAMED_USER);

  const create = async ({ session, body }: Served<typeof holidays.createHoliday>) => {
    const acting = await actForCall(db, holidays.createHoliday, { session, userId: body.userId });
    const data = await addHoliday(db, acting, body);
    return { status: 'success' as const, message: 'Holiday added', data };
  };
  serve(app, database, holidays.createHoliday, create, FOR_NAMED_USER);

  const remove = async ({ session, params, query: { userId } }: Served<typeof holidays.deleteHoliday>) => {
    const acting = await actForCall(db, holidays.deleteHoliday, { session, userId });
    await removeHoliday(db, acting, params.id);
    return { status: 'success' as const, message: 'Holiday removed' };
  };
  serve(app, database, holidays.deleteHoliday, remove, FOR_NAMED_USER);
}
