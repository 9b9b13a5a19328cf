import type { WebhookCall } from '@anupalan/contract/telling/webhooks';
import { Webhook } from 'standardwebhooks';
import type { Json } from '../../platform/postgres/database-schema.ts';

interface Told {
  readonly id: string;
  readonly event: WebhookCall['event'];
  readonly data: Json;
  readonly happened_at: Date;
}

/**
 * The body and the headers of a call by Standard Webhooks 1.0 (R-webhooks-5): thin, signed with each secret, and under
 * the same id however often it is made.
 */
export function signCall({ id, event, data, happened_at }: Told, secrets: readonly Buffer[]) {
  const body = JSON.stringify({ type: event, timestamp: happened_at.toISOString(), data });
  const now = new Date();
  const message = `msg_${id}`;
  const signatures = secrets.map((secret) => new Webhook(secret, { format: 'raw' }).sign(message, now, body));
  return {
    body,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Anupalan-Webhooks',
      'webhook-id': message,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': signatures.join(' '),
    },
  };
}
