import { getOwnProfile } from '@anupalan/contract/users';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/serve.ts';
import type { Services } from '../../services.ts';
import { getUser } from './queries.ts';

export function registerUserRoutes(app: FastifyInstance, { database }: Services): void {
  serve(app, database, getOwnProfile, async ({ session }) => ({
    status: 'success',
    data: { user: await getUser(database.db, session.userId) },
  }));
}
