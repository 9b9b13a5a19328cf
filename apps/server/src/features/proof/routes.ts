import * as contract from '@anupalan/contract/proof/evidence';
import { readEvidenceRoom } from '@anupalan/contract/proof/evidence-room';
import { todayInIndia } from '@anupalan/domain/calendar-day';
import type { FastifyInstance } from 'fastify';
import { StoredDownload } from '../../platform/files/downloads.ts';
import { streamedFile } from '../../platform/files/streamed-uploads.ts';
import { acceptUploads } from '../../platform/files/uploads.ts';
import { type Served, serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { CatalogueInMemory } from '../compliance-items/queries-edition.ts';
import { readRoom } from '../evidence/commands-quota.ts';
import { payerBytesOf } from '../evidence/named-files.ts';
import { versionsOf } from '../tracker/versions.ts';
import * as commands from './commands.ts';
import { findBytes, getEvidence, listEvidence, listSameFiles } from './queries.ts';
import { readClosed } from './queries-closed.ts';
import { readSaidOfFile } from './queries-said.ts';

export function registerEvidenceRoutes(app: FastifyInstance, services: Services): void {
  const { database, files, config, now } = services;
  const { db } = database;
  const inMemory = CatalogueInMemory.of(db);
  const success = { status: 'success' as const };
  const telling = { isScanned: services.scanner !== null };

  serve(app, database, contract.listEvidence, async ({ session, query }) => ({
    ...success,
    ...(await listEvidence(db, session, { filter: query, ...telling })),
  }));

  serve(app, database, readEvidenceRoom, async ({ session }) => ({
    ...success,
    data: await readRoom(db, session.workspaceId, payerBytesOf(config)),
  }));

  const listClosed = async ({ session, query, request }: Served<typeof contract.listClosed>) => {
    const catalogue = await inMemory.ofVersion(versionsOf(request).catalogue);
    const moment = now();
    const reading = { session, catalogue, today: todayInIndia(moment), now: moment };
    return { ...success, ...(await readClosed(database, reading, query)) };
  };
  serve(app, database, contract.listClosed, listClosed);

  app.register(async (uploads) => {
    await acceptUploads(uploads, { ...services, streamed: { files, purpose: 'evidence' } });
    serve(uploads, database, contract.addEvidence, async ({ session, body }) => {
      const { id: fileId, ...stored } = streamedFile(body.file);
      const { documentDay = null, number = null, amount = null } = body;
      const file = { fileId, ...stored, documentDay, number, amount };
      const id = await commands.addEvidence(db, session, { form: body, file, payerBytes: payerBytesOf(config) });
      const evidence = await getEvidence(db, session, id, telling);
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

  serve(app, database, contract.describeEvidence, async ({ session, params, body }) => {
    await commands.describeEvidence(db, session, { id: params.id, changes: body });
    return { ...success, message: 'Saved', data: await getEvidence(db, session, params.id, telling) };
  });

  serve(app, database, contract.removeEvidence, async ({ session, params, body: { reason = '' } }) => {
    await commands.removeEvidence(db, session, { id: params.id, reason });
    return { ...success, message: 'File removed' };
  });
}
