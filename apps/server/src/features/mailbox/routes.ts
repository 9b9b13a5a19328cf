import { listMailbox as listMailboxCall } from '@anupalan/contract/mailbox';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/errors/errors.ts';
import { requireThisMachine } from '../../platform/http/from-this-machine.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { listMailbox } from './queries.ts';

export function registerMailboxRoutes(app: FastifyInstance, { config, database }: Services): void {
  serve(app, database, listMailboxCall, async ({ query, request }) => {
    if (!config.localMode || config.smtpUrl) throw new AppError('not-found', 'Not found');
    requireThisMachine(request);
    return { status: 'success', data: await listMailbox(database.db, query.to) };
  });
}
