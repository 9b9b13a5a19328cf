import { listMayApply } from '@anupalan/contract/applicability/items';
import { todayInIndia } from '@anupalan/domain/calendar-day';
import type { FastifyInstance } from 'fastify';
import { actFor } from '../../identity/sessions.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { versionsOf } from '../tracker/versions.ts';
import type { CatalogueInMemory } from './queries-edition.ts';
import { readMayApply } from './queries-may-apply.ts';

/** The items that may apply: they follow from the catalogue as the list of items does, and share it. */
export function registerMayApplyRoute(
  app: FastifyInstance,
  { database, now }: Services,
  inMemory: CatalogueInMemory,
): void {
  serve(
    app,
    database,
    listMayApply,
    async ({ session, query, request }) => {
      const view = await actFor(database.db, session, query.userId ?? session.userId);
      const catalogue = await inMemory.ofVersion(versionsOf(request).catalogue);
      return { status: 'success', data: await readMayApply(database.db, catalogue, view, todayInIndia(now())) };
    },
    { forNamedUser: true },
  );
}
