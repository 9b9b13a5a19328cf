import { getOwnCompany, getOwnCompanyByOlderPath } from '@anupalan/contract/companies';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/serve.ts';
import type { Services } from '../../services.ts';
import { findCompany } from './queries.ts';

export function registerCompanyRoutes(app: FastifyInstance, { database }: Services): void {
  for (const call of [getOwnCompany, getOwnCompanyByOlderPath]) {
    serve(app, database, call, async ({ session }) => ({
      status: 'success',
      data: { company: await findCompany(database.db, session.workspaceId) },
    }));
  }
}
