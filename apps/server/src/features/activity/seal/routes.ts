import { Readable } from 'node:stream';
import * as contract from '@anupalan/contract/proof/seals';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../platform/errors/errors.ts';
import { pageOf } from '../../../platform/postgres/pages.ts';
import { serve } from '../../../serve.ts';
import type { Services } from '../../../services.ts';
import { beginActivityFile } from './activity-file.ts';
import { presentSeal } from './present.ts';
import { listNewestSeals, readNewestSeal, readSeal } from './queries-seals.ts';
import { readSealKey } from './seal-key.ts';

export function registerSealRoutes(app: FastifyInstance, { database, now }: Pick<Services, 'database' | 'now'>): void {
  const { db } = database;

  serve(app, database, contract.listSeals, async ({ session: { workspaceId }, query }) => {
    const newest = await readNewestSeal(db, workspaceId);
    // Seals are numbered without gaps, so the newest says how many there are.
    const total = newest?.number ?? 0;
    const seals = await listNewestSeals(db, workspaceId, { ...query, total });
    return { status: 'success', data: seals.map(presentSeal), pagination: pageOf(query, total) };
  });

  serve(app, database, contract.readSeal, async ({ session: { workspaceId }, params }) => {
    const seal = await readSeal(db, workspaceId, params.number);
    if (!seal) throw new AppError('not-found', 'Seal not found');
    return { status: 'success', data: presentSeal(seal) };
  });

  serve(app, database, contract.fetchActivityFile, async ({ session, query: { from, to }, reply }) => {
    const { lines } = await beginActivityFile(db, session, {
      ...{ from: from?.slice(0, 10), to: to?.slice(0, 10), now: now() },
    });
    reply.type('application/x-ndjson; charset=utf-8');
    reply.header('Content-Disposition', 'attachment; filename="activity.jsonl"');
    return Readable.from(lines);
  });

  serve(app, database, contract.readProofKey, async () => {
    const { publicKey, fingerprint } = await readSealKey(db);
    return { status: 'success', data: { publicKey, fingerprint } };
  });
}
