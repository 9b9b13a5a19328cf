import { listMailbox as listMailboxCall } from '@anupalan/contract/mailbox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '../../config.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/serve.ts';
import type { Services } from '../../services.ts';
import { listMailbox } from './queries.ts';

export function registerMailboxRoutes(app: FastifyInstance, { config, database }: Services): void {
  serve(app, database, listMailboxCall, async ({ query, request }) => {
    if (!config.localMode || config.smtpUrl || !isFromThisMachine(request))
      throw new AppError('not-found', 'Not found');
    return { status: 'success', data: await listMailbox(database.db, query.to) };
  });
}

/** Codes lie open in the mailbox: a proxy that forwards for others, or a name that was pointed here, gets nothing. */
function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  return isLoopback(socket.remoteAddress ?? '') && isLoopbackHost(headers.host) && !Object.keys(headers).some(forwards);
}

function isLoopbackHost(host = ''): boolean {
  const url = `http://${host}`;
  return URL.canParse(url) && isLoopback(new URL(url).hostname);
}

function forwards(header: string): boolean {
  return header.startsWith('x-forwarded') || ['forwarded', 'x-real-ip', 'via'].includes(header);
}
