import { receiveWebhook } from '@anupalan/contract/payments';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serve } from '../../../serve.ts';
import type { Services } from '../../../services.ts';
import { takeWebhook } from './commands.ts';

/** Bytes of a webhook at most; real ones are a few kilobytes. */
const MOST_BYTES = 64 * 1024;

/**
 * Serves the webhook without parsing any body, whatever its content type, because the signature is over the bytes as
 * they came.
 */
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
