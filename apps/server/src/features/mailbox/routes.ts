import { listMailbox as listMailboxCall } from '@anupalan/contract/mailbox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors/errors.ts';
import { isLoopback } from '../../platform/http/is-loopback.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { listMailbox } from './queries.ts';

export function registerMailboxRoutes(app: FastifyInstance, { config, database }: Services): void {
  serve(app, database, listMailboxCall, async ({ query, request }) => {
    if (!config.localMode || config.smtpUrl || !isFromThisMachine(request))
      throw new AppError('not-found', 'Not found');
    return { status: 'success', data: await listMailbox(database.db, query.to) };
  });
}

/**
 * Whether a call comes from this machine (R-mail-2). Codes lie open in the mailbox, so a proxy that forwards for
 * others, or a name that was pointed here, gets nothing.
 */
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
