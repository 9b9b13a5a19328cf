import * as contract from '@anupalan/contract/hr-documents';
import type { FastifyInstance } from 'fastify';
import { requirePermission } from '../../identity/sessions.ts';
import { acceptUploads } from '../../platform/files/uploads.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { findBestPlan } from '../members/queries.ts';
import { addHrDocument, changeHrDocument, removeHrDocument } from './commands.ts';
import { listHrDocuments, readHrFile } from './queries.ts';

export function registerHrDocumentRoutes(app: FastifyInstance, services: Services): void {
  const { database, files } = services;
  const { db } = database;

  serve(app, database, contract.listHrDocuments, () => listHrDocuments(db));

  app.register(async (uploads) => {
    await acceptUploads(uploads, services);
    serve(uploads, database, contract.uploadHrDocument, ({ session, body }) =>
      addHrDocument({ db, files }, session, body),
    );
  });

  serve(app, database, contract.downloadHrDocument, async ({ session, params }) => {
    requirePermission({ ...session, plan: await findBestPlan(db, session) }, 'hr-documents.download');
    return readHrFile({ db, files }, params.id);
  });

  serve(app, database, contract.updateHrDocument, async ({ session, params, body }) => ({
    status: 'success',
    message: 'Document updated successfully',
    data: await changeHrDocument(db, session, params.id, body),
  }));

  serve(app, database, contract.deleteHrDocument, async ({ session, params }) => {
    await removeHrDocument(db, session, params.id);
    return { status: 'success', message: 'Document deleted successfully' };
  });
}
