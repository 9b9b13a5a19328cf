import * as contract from '@anupalan/contract/people/handovers';
import { fullName } from '@anupalan/domain/names';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import * as commands from './commands.ts';
import { presentFreeze, presentHandover, presentOwnerless } from './present.ts';
import { findFreeze, findHandoverOf, listHandovers, listOwnerless } from './queries.ts';

export function registerHandoverRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;

  serve(app, database, contract.listHandovers, async ({ session }) => {
    const offers = await listHandovers(database.db, session);
    return { status: 'success', data: offers.map((offer) => presentHandover(offer, session.userId)) };
  });

  serve(app, database, contract.getFreeze, async ({ session: { workspaceId, userId } }) => {
    const freeze = await findFreeze(database.db, workspaceId);
    const offer = freeze && (await findHandoverOf(database.db, workspaceId));
    return { status: 'success', data: freeze ? presentFreeze(freeze, offer, userId) : null };
  });

  serve(app, database, contract.listOwnerless, async ({ params }) => {
    const companies = await listOwnerless(database.db, params.userId);
    return { status: 'success', data: companies.map(presentOwnerless) };
  });

  serve(app, database, contract.offerHandover, async ({ session, body }) => {
    const offer = await commands.offerHandover(services, session, body.userId);
    const message = `${fullName(offer.first_name, offer.last_name)} can take the company over now`;
    return { status: 'success', message, data: presentHandover(offer, session.userId) };
  });

  serve(app, database, contract.acceptHandover, async ({ session, params }) => {
    const data = await commands.acceptHandover(services, session, params.id);
    return { status: 'success', message: `You are the owner of ${data.companyName} now`, data };
  });

  serve(app, database, contract.declineHandover, async ({ session, params }) => {
    await commands.declineHandover(services, session, params.id);
    return { status: 'success', message: 'You refused to take the company over' };
  });

  serve(app, database, contract.withdrawHandover, async ({ session, params }) => {
    await commands.withdrawHandover(services, session, params.id);
    return { status: 'success', message: 'The offer was taken back' };
  });

  serve(app, database, contract.appointOwner, async ({ session, body }) => {
    const data = await commands.appointOwner(services, session, body);
    return { status: 'success', message: `${data.companyName} has an owner again`, data };
  });
}
