import * as contract from '@anupalan/contract/proof/evidence';
import type { FastifyInstance } from 'fastify';
import { StoredDownload } from '../../platform/files/downloads.ts';
import { streamedFile } from '../../platform/files/streamed-uploads.ts';
import { acceptUploads } from '../../platform/files/uploads.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { payerBytesOf } from '../evidence/named-files.ts';
import * as commands from './commands.ts';
import { findBytes, getEvidence, listEvidence, listSameFiles } from './queries.ts';
import { readSaidOfFile } from './queries-said.ts';

export function registerEvidenceRoutes(app: FastifyInstance, services: Services): void {
  const { database, files, config } = services;
  const { db } = database;
  const success = { status: 'success' as const };

  serve(app, database, contract.listEvidence, async ({ session, query }) => ({
    ...success,
    ...(await listEvidence(db, session, query)),
  }));

  app.register(async (uploads) => {
    await acceptUploads(uploads, { ...services, streamed: { files, purpose: 'evidence' } });
    serve(uploads, database, contract.addEvidence, async ({ session, body }) => {
      const { id: fileId, ...stored } = streamedFile(body.file);
      const { documentDay = null, number = null, amount = null } = body;
      const file = { fileId, ...stored, documentDay, number, amount };
      const id = await commands.addEvidence(db, session, { form: body, file, payerBytes: payerBytesOf(config) });
      const evidence = await getEvidence(db, session, id);
      const sameFile = await listSameFiles(db, session, evidence);
      return { ...success, message: 'File added', data: { ...evidence, sameFile } };
    });
  });

  serve(app, database, contract.fetchEvidence, async ({ session, params }) => {
    const { evidence, ...file } = await findBytes(db, session, params.id);
    const download = await StoredDownload.open(files, file);
    if (session.member.role === 'viewer') await commands.tellFetched(db, session, evidence);
    return download;
  });

  serve(app, database, contract.readSaid, async ({ session, params }) => ({
    ...success,
    data: await readSaidOfFile(services, session, params.id),
  }));

  serve(app, database, contract.describeEvidence, async ({ session, params, body }) => ({
    ...success,
    message: 'Saved',
    data: await commands.describeEvidence(db, session, { id: params.id, changes: body }),
  }));

  serve(app, database, contract.removeEvidence, async ({ session, params, body: { reason = '' } }) => {
    await commands.removeEvidence(db, session, { id: params.id, reason });
    return { ...success, message: 'File removed' };
  });
}
