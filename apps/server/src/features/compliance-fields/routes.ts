import { listComplianceFields } from '@anupalan/contract/compliance-fields';
import type { FastifyInstance } from 'fastify';
import { keepUntilAnnounced } from '../../platform/keep-until-announced.ts';
import { serve } from '../../platform/serve.ts';
import type { Services } from '../../services.ts';
import { readComplianceFields } from './queries.ts';

export function registerComplianceFieldRoutes(app: FastifyInstance, { database, listener }: Services): void {
  const keptFields = keepUntilAnnounced(listener, 'catalogue', () => readComplianceFields(database.db));

  serve(app, database, listComplianceFields, async () => ({ status: 'success', data: await keptFields() }));
}
