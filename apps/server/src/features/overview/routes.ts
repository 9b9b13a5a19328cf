import { Readable } from 'node:stream';
import type { Overview } from '@anupalan/contract/proof/overview';
import * as contract from '@anupalan/contract/proof/overview';
import { todayInIndia, toIsoMidnight } from '@anupalan/domain/calendar-day';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Session } from '../../identity/sessions.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { CatalogueInMemory } from '../compliance-items/queries-edition.ts';
import { describeMailed, mailSheet } from '../reports/commands.ts';
import { versionsOf } from '../tracker/versions.ts';
import { composeOverviewMails, nameOverview } from './emails.ts';
import { readOverview } from './queries.ts';

export function registerOverviewRoutes(app: FastifyInstance, services: Services): void {
  const { database, now } = services;
  const inMemory = CatalogueInMemory.of(database.db);

  const read = async (session: Session, request: FastifyRequest) => {
    const catalogue = await inMemory.ofVersion(versionsOf(request).catalogue);
    return readOverview(database, { session, catalogue, now: now(), today: todayInIndia(now()) });
  };

  serve(app, database, contract.readOverview, async ({ session, request }) => ({
    status: 'success',
    data: await read(session, request),
  }));

  serve(app, database, contract.drawOverview, async ({ session, request, reply }) => {
    const overview = await read(session, request);
    const name = nameOverview(overview);
    reply.type('application/pdf').header('Content-Disposition', `attachment; filename="${name}"`);
    const { drawOverview } = await import('./draw-overview.ts');
    return Readable.from([await drawOverview(overview)]);
  });

  serve(app, database, contract.mailOverview, async ({ session, body, request }) => {
    const sheet = {
      plural: 'overviews' as const,
      month: toIsoMidnight(todayInIndia(now()).with({ day: 1 })),
      read: () => read(session, request),
      compose: (addresses: readonly string[], made: Overview) =>
        composeOverviewMails(addresses, made, body.message ?? ''),
    };
    const to = await mailSheet(services, session, sheet, body.to);
    return { status: 'success', message: describeMailed('overview', to), data: { to } };
  });
}
