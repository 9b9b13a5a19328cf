import { receiveWebhook } from '@anupalan/contract/payments';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serve } from '../../platform/serve.ts';
import type { Services } from '../../services.ts';
import { takeWebhook } from './commands-webhook.ts';

/** A webhook is a few kilobytes. */
const MOST_BYTES = 64 * 1024;

/** The signature is over the bytes as they came, so in here nothing parses them, whatever they call themselves. */
export function registerWebhook(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    serve(scope, services.database, receiveWebhook, async ({ request }) => {
      await takeWebhook(services, {
        signature: headerOf(request, 'x-webhook-signature'),
        timestamp: headerOf(request, 'x-webhook-timestamp'),
        rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      });
      return { status: 'success', message: 'Webhook received' };
    });
  });
}

function headerOf({ headers }: FastifyRequest, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
