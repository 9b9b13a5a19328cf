import { Readable } from 'node:stream';
import * as contract from '@anupalan/contract/proof/overview';
import { todayUtc } from '@anupalan/domain/calendar-day';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Session } from '../../identity/sessions.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { CatalogueInMemory } from '../compliance-items/queries-edition.ts';
import { VERSIONS_BESIDE_SESSION, versionsOf } from '../tracker/versions.ts';
import { drawOverview } from './draw-overview.ts';
import { readOverview } from './queries.ts';

export function registerOverviewRoutes(app: FastifyInstance, services: Services): void {
  const { database, now } = services;
  const inMemory = CatalogueInMemory.of(database.db);
  const beside = VERSIONS_BESIDE_SESSION;

  const read = async (session: Session, request: FastifyRequest) => {
    const catalogue = await inMemory.ofVersion(versionsOf(request).catalogue);
    return readOverview(database, { session, catalogue, now: now(), today: todayUtc(now()) });
  };

  serve(
    app,
    database,
    contract.readOverview,
    async ({ session, request }) => ({ status: 'success', data: await read(session, request) }),
    { beside },
  );

  serve(
    app,
    database,
    contract.drawOverview,
    async ({ session, request, reply }) => {
      const overview = await read(session, request);
      const name = `overview-${overview.madeOn.slice(0, 10)}.pdf`;
      reply.type('application/pdf').header('Content-Disposition', `attachment; filename="${name}"`);
      return Readable.from([await drawOverview(overview)]);
    },
    { beside },
  );
}
