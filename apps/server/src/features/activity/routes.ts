import { listActivity } from '@anupalan/contract/people/activity';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { readActivity } from './queries.ts';
import { registerSealRoutes } from './seal/routes.ts';

export function registerActivityRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;
  registerSealRoutes(app, services);

  serve(app, database, listActivity, async ({ session, query }) => ({
    status: 'success',
    ...(await readActivity(database.db, session, query)),
  }));
}
