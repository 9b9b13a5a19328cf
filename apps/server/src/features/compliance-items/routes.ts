import {
  createComplianceItem,
  deleteComplianceItem,
  listComplianceItems,
  updateComplianceItem,
} from '@anupalan/contract/compliance-items';
import { todayUtc } from '@anupalan/domain/calendar-day';
import type { FastifyInstance } from 'fastify';
import { changeAnnounced } from '../../platform/announced-change.ts';
import { keepUntilAnnounced } from '../../platform/keep-until-announced.ts';
import { JsonText, serve } from '../../platform/serve.ts';
import { actFor } from '../../platform/sessions.ts';
import type { Services } from '../../services.ts';
import { chooseDays } from '../status-history/queries.ts';
import { addItem, changeItem, removeItem } from './commands-manage.ts';
import { readItem, readItems } from './queries.ts';
import { readCatalogue } from './queries-catalogue.ts';

export function registerComplianceItemRoutes(app: FastifyInstance, services: Services): void {
  const { database, listener, now } = services;
  const { db } = database;
  const keptCatalogue = keepUntilAnnounced(listener, 'catalogue', () => readCatalogue(db));

  serve(app, database, listComplianceItems, async ({ session, query }) => {
    const view = await actFor(db, session, query.userId ?? session.userId);
    const items = await readItems(database.pool, keptCatalogue(), view, chooseDays(query, todayUtc(now())));
    return new JsonText(`{"status":"success","data":[${items.join(',')}]}`);
  });

  // The catalogue is everyone's, so whom an administrator names changes nothing: that user may not even see the item.
  serve(app, database, createComplianceItem, async ({ session, query, body }) => {
    const days = chooseDays(query, todayUtc(now()));
    await actFor(db, session, body.userId ?? session.userId);
    const itemId = await changeAnnounced(services, 'catalogue', (trx) => addItem(trx, session, body));
    const data = await readItem(database, session, { itemId, days });
    return { status: 'success', message: 'Compliance data added successfully', data };
  });

  serve(app, database, updateComplianceItem, async ({ session, params, query, body }) => {
    const days = chooseDays(query, todayUtc(now()));
    await actFor(db, session, body.userId ?? session.userId);
    await changeAnnounced(services, 'catalogue', (trx) => changeItem(trx, session, params.id, body));
    const data = await readItem(database, session, { itemId: params.id, days });
    return { status: 'success', message: 'Compliance data updated successfully', data };
  });

  serve(app, database, deleteComplianceItem, async ({ session, params, query }) => {
    await actFor(db, session, query.userId ?? session.userId);
    await changeAnnounced(services, 'catalogue', (trx) => removeItem(trx, session, params.id));
    return { status: 'success', message: 'Compliance data deleted successfully' };
  });
}
