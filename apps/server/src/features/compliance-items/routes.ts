import { Readable } from 'node:stream';
import {
  createComplianceItem,
  deleteComplianceItem,
  listComplianceItems,
  updateComplianceItem,
} from '@anupalan/contract/compliance-items';
import { todayUtc } from '@anupalan/domain/calendar-day';
import type { FastifyInstance } from 'fastify';
import { actFor } from '../../identity/sessions.ts';
import { keepUntilAnnounced } from '../../platform/postgres/keep-until-announced.ts';
import { JsonText, serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { chooseDays } from '../tracker/choose-days.ts';
import { addItem, changeItem, removeItem } from './commands.ts';
import { readItem, readItems } from './queries.ts';
import { readCatalogue } from './queries-catalogue.ts';

const BEGINNING = '{"status":"success","data":[';
const END = ']}';

export function registerComplianceItemRoutes(app: FastifyInstance, services: Services): void {
  const { database, listener, now } = services;
  const { db } = database;
  const keptCatalogue = keepUntilAnnounced(listener, 'catalogue', () => readCatalogue(db));

  serve(app, database, listComplianceItems, async ({ session, query, reply }) => {
    const view = await actFor(db, session, query.userId ?? session.userId);
    const today = todayUtc(now());
    const listed = { days: chooseDays(query, today), today, shape: query.shape };
    const items = await readItems(database, keptCatalogue(), view, listed);
    if (typeof items === 'string') return new JsonText(`${BEGINNING}${items}${END}`);
    reply.type('application/json; charset=utf-8');
    return Readable.from(writeInParts(items));
  });

  // The catalogue is everyone's, so the user an administrator names changes nothing: that user may not even see the
  // item.
  serve(app, database, createComplianceItem, async ({ session, query, body }) => {
    const days = chooseDays(query, todayUtc(now()));
    await actFor(db, session, body.userId ?? session.userId);
    const itemId = await addItem(services, session, body);
    const data = await readItem(database, session, { itemId, days });
    return { status: 'success', message: 'Compliance data added successfully', data };
  });

  serve(app, database, updateComplianceItem, async ({ session, params, query, body }) => {
    const days = chooseDays(query, todayUtc(now()));
    await actFor(db, session, body.userId ?? session.userId);
    await changeItem(services, session, params.id, body);
    const data = await readItem(database, session, { itemId: params.id, days });
    return { status: 'success', message: 'Compliance data updated successfully', data };
  });

  serve(app, database, deleteComplianceItem, async ({ session, params, query }) => {
    await actFor(db, session, query.userId ?? session.userId);
    await removeItem(services, session, params.id);
    return { status: 'success', message: 'Compliance data deleted successfully' };
  });
}

async function* writeInParts(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let before = BEGINNING;
  for await (const items of parts) {
    yield `${before}${items}`;
    before = ',';
  }
  yield before === BEGINNING ? `${BEGINNING}${END}` : END;
}
