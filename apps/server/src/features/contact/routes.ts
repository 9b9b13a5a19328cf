import * as contract from '@anupalan/contract/contact';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { limitForms } from '../enquiries/limit-forms.ts';
import { keepContactMessage, markContactMessage, removeContactMessage } from './commands.ts';
import { listContactMessages } from './queries.ts';

export function registerContactRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;
  const { db } = database;

  app.register(async (limited) => {
    const formsPerSender = limitForms(limited, services);
    serve(limited, database, contract.sendContactMessage, async ({ body }) => {
      await formsPerSender.spend(body.email);
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
