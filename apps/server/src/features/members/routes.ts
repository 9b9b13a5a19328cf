import { listMemberships as listMembershipsCall } from '@anupalan/contract/people/memberships';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { listMemberships } from './queries.ts';

export function registerMemberRoutes(app: FastifyInstance, { database }: Services): void {
  serve(app, database, listMembershipsCall, async ({ session }) => ({
    status: 'success',
    data: await listMemberships(database.db, session),
  }));
}
