import {
  createComplianceField,
  deleteComplianceField,
  deleteComplianceFields,
  listComplianceFields,
  updateComplianceField,
  updateComplianceFields,
} from '@anupalan/contract/compliance-fields';
import type { FastifyInstance } from 'fastify';
import { keepUntilAnnounced } from '../../platform/postgres/keep-until-announced.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { addField, changeField, changeFields, removeFields } from './commands.ts';
import { readComplianceFields } from './queries.ts';

export function registerComplianceFieldRoutes(app: FastifyInstance, services: Services): void {
  const { database, listener } = services;
  const keptFields = keepUntilAnnounced(listener, 'catalogue', () => readComplianceFields(database.db));

  serve(app, database, listComplianceFields, async () => ({ status: 'success', data: await keptFields() }));

  serve(app, database, createComplianceField, async ({ session, body }) => {
    const field = await addField(services, session, body);
    return { status: 'success', message: 'Compliance field added successfully', data: field };
  });

  serve(app, database, updateComplianceField, async ({ session, params, body }) => {
    const field = await changeField(services, session, params.id, body);
    return { status: 'success', message: 'Compliance field updated successfully', data: field };
  });

  serve(app, database, deleteComplianceField, async ({ session, params }) => {
    await removeFields(services, session, [params.id]);
    return { status: 'success', message: 'Compliance field deleted successfully' };
  });

  serve(app, database, deleteComplianceFields, async ({ session, body }) => {
    await removeFields(services, session, body.ids);
    return { status: 'success', message: 'Compliance fields deleted successfully' };
  });

  serve(app, database, updateComplianceFields, async ({ session, body }) => {
    const { ids, updates } = body;
    const fields = await changeFields(services, session, ids, updates);
    return { status: 'success', message: 'Compliance fields updated successfully', data: fields };
  });
}
