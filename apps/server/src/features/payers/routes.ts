import * as contract from '@anupalan/contract/people/payers';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import * as commands from './commands.ts';
import { presentPayer } from './present.ts';
import { getPayer } from './queries.ts';

export function registerPayerRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;

  serve(app, database, contract.getPayer, async ({ session }) => {
    const payer = await getPayer(database.db, session.workspaceId);
    return { status: 'success', data: presentPayer(payer, session.userId) };
  });

  serve(app, database, contract.askPayer, async ({ session, body }) => {
    const payer = await commands.askPayer(services, session, body.userId);
    const message = 'They can accept to pay for the company now';
    return { status: 'success', message, data: presentPayer(payer, session.userId) };
  });

  serve(app, database, contract.acceptPayer, async ({ session }) => {
    const payer = await commands.acceptPayer(services, session);
    const message = 'You pay for the company from now on';
    return { status: 'success', message, data: presentPayer(payer, session.userId) };
  });

  serve(app, database, contract.endPayer, async ({ session }) => {
    const payer = await commands.endPayer(services, session);
    return { status: 'success', message: 'The owner pays for the company', data: presentPayer(payer, session.userId) };
  });
}
