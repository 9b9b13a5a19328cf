import { listComplianceItems } from '@anupalan/contract/compliance-items';
import { todayUtc } from '@anupalan/domain/calendar-day';
import type { FastifyInstance } from 'fastify';
import { keepUntilAnnounced } from '../../platform/keep-until-announced.ts';
import { JsonText, serve } from '../../platform/serve.ts';
import { actFor } from '../../platform/sessions.ts';
import type { Services } from '../../services.ts';
import { chooseDays } from '../status-history/queries.ts';
import { readItems } from './queries.ts';
import { readCatalogue } from './queries-catalogue.ts';

export function registerComplianceItemRoutes(app: FastifyInstance, { database, listener, now }: Services): void {
  const keptCatalogue = keepUntilAnnounced(listener, 'catalogue', () => readCatalogue(database.db));

  serve(app, database, listComplianceItems, async ({ session, query }) => {
    const view = await actFor(database.db, session, query.userId ?? session.userId);
    const items = await readItems(database.pool, keptCatalogue(), view, chooseDays(query, todayUtc(now())));
    return new JsonText(`{"status":"success","data":[${items.join(',')}]}`);
  });
}
