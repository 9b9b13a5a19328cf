import * as contract from '@anupalan/contract/imports/imports';
import type { FastifyInstance } from 'fastify';
import { acceptUploads } from '../../platform/files/uploads.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { readComplianceFields } from '../compliance-fields/queries.ts';
import { callerOfMany } from '../status-history/commands-caller.ts';
import { runImport } from './commands.ts';
import { columnsOfItems } from './kinds/columns-of-items.ts';
import { COMPANY_COLUMNS } from './kinds/company-rows.ts';
import { columnsOfCatalogue, importCatalogueKind } from './kinds/import-catalogue.ts';
import { importCompaniesKind } from './kinds/import-companies.ts';
import { importOwnKind } from './kinds/import-own.ts';
import { importStatusesKind } from './kinds/import-statuses.ts';
import { makePresentItems } from './kinds/present-items.ts';
import { STATUS_COLUMNS } from './kinds/status-rows.ts';
import { makeTemplate } from './template.ts';

export function registerImportRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;
  const { db } = database;

  app.register(async (uploads) => {
    await acceptUploads(uploads, services);

    serve(uploads, database, contract.importCatalogue, async ({ session, body }) => {
      const data = await runImport(db, await importCatalogueKind(services, session), body, session.userId);
      return { status: 'success', data };
    });

    serve(uploads, database, contract.importCompanies, async ({ session, body }) => {
      const data = await runImport(db, importCompaniesKind(session), body, session.userId);
      return { status: 'success', data };
    });

    serve(uploads, database, contract.importOwn, async ({ session, body }) => {
      const caller = await callerOfMany(db, contract.importOwn, { session, userId: undefined });
      const data = await runImport(db, await importOwnKind(db, caller), body, session.userId);
      return { status: 'success', data };
    });

    serve(uploads, database, contract.importStatuses, async ({ session, body }) => {
      const caller = await callerOfMany(db, contract.importStatuses, { session, userId: undefined });
      const data = await runImport(db, importStatusesKind(services, caller), body, session.userId);
      return { status: 'success', data };
    });
  });

  serve(app, database, contract.readCatalogueTemplate, async ({ query: { format, rows } }) => {
    const template = { name: 'Catalogue', columns: await columnsOfCatalogue(db) };
    return rows === 'present' ? makePresentItems(db, template, format, null) : makeTemplate(template, format);
  });

  serve(app, database, contract.readCompaniesTemplate, ({ query }) =>
    makeTemplate({ name: 'Companies', columns: COMPANY_COLUMNS }, query.format),
  );

  serve(app, database, contract.readOwnTemplate, async ({ session, query: { format, rows } }) => {
    const template = { name: 'Own obligations', columns: columnsOfItems(await readComplianceFields(db)) };
    return rows === 'present' ? makePresentItems(db, template, format, session) : makeTemplate(template, format);
  });

  serve(app, database, contract.readStatusesTemplate, ({ query }) =>
    makeTemplate(
      { name: 'Past statuses', columns: STATUS_COLUMNS.filter(({ ofExports }) => !ofExports) },
      query.format,
    ),
  );
}
