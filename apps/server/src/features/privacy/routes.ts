import { Readable } from 'node:stream';
import * as contract from '@anupalan/contract/people/privacy';
import type { FastifyInstance } from 'fastify';
import { RateLimit } from '../../platform/http/rate-limits.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { recordDownload } from './commands-download.ts';
import { eraseOwnAccount } from './commands-erase.ts';
import { streamOwnData } from './queries.ts';

const AN_HOUR = 3_600;

export function registerPrivacyRoutes(app: FastifyInstance, services: Services): void {
  const { database, now } = services;
  const { db, pool } = database;
  const downloads = new RateLimit(pool, { name: 'own-data', points: 10, seconds: AN_HOUR });

  serve(app, database, contract.downloadOwnData, async ({ session, reply }) => {
    await recordDownload(db, session, downloads);
    reply.type('application/json; charset=utf-8');
    reply.header('Content-Disposition', 'attachment; filename="my-anupalan-data.json"');
    return Readable.from(await streamOwnData(db, session, now().toString()));
  });

  serve(app, database, contract.eraseOwnAccount, async ({ session, body }) => {
    await eraseOwnAccount(services, session, body.password);
    return { status: 'success', message: 'Your account was erased' };
  });
}
