import * as contract from '@anupalan/contract/hr-documents';
import { can } from '@anupalan/domain/permissions';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/serve.ts';
import { actorOf } from '../../platform/sessions.ts';
import { acceptUploads } from '../../platform/uploads.ts';
import type { Services } from '../../services.ts';
import { addHrDocument, changeHrDocument, removeHrDocument } from './commands.ts';
import { listHrDocuments, readHrFile } from './queries.ts';

export function registerHrDocumentRoutes(app: FastifyInstance, { database }: Services): void {
  const { db } = database;

  serve(app, database, contract.listHrDocuments, () => listHrDocuments(db));

  app.register(async (uploads) => {
    await acceptUploads(uploads);
    serve(uploads, database, contract.uploadHrDocument, ({ session, body }) => addHrDocument(db, session, body));
  });

  serve(app, database, contract.downloadHrDocument, async ({ session, params }) => {
    if (!can(actorOf(session), 'hr-documents.download')) {
      throw new AppError('forbidden', 'Upgrade to Premium to download documents');
    }
    return readHrFile(db, params.id);
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
