import * as contract from '@anupalan/contract/contact';
import type { FastifyInstance } from 'fastify';
import { addressKey, createFormLimits } from '../../platform/rate-limits.ts';
import { serve } from '../../platform/serve.ts';
import type { Services } from '../../services.ts';
import { keepContactMessage, markContactMessage, removeContactMessage } from './commands.ts';
import { listContactMessages } from './queries.ts';

export function registerContactRoutes(app: FastifyInstance, services: Services): void {
  const { database, config } = services;
  const { db } = database;
  const limits = createFormLimits(database.pool, config.formsPerIp);

  app.register(async (limited) => {
    limited.addHook('onRequest', (request) => limits.formsPerAddress.spend(addressKey(request.ip)));
    serve(limited, database, contract.sendContactMessage, async ({ body }) => {
      await limits.formsPerSender.spend(body.email);
      await keepContactMessage(services, body);
      return { status: 'success', message: 'Message sent successfully! We will get back to you soon.' };
    });
  });

  serve(app, database, contract.listContactMessages, async ({ query }) => ({
    status: 'success',
    data: await listContactMessages(db, query),
  }));

  serve(app, database, contract.updateContactMessage, async ({ session, params, body }) => ({
    status: 'success',
    message: 'Message updated successfully',
    data: await markContactMessage(db, session, params.id, body.handled),
  }));

  serve(app, database, contract.deleteContactMessage, async ({ session, params }) => {
    await removeContactMessage(db, session, params.id);
    return { status: 'success', message: 'Message deleted successfully' };
  });
}
