import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import { type SignedWebhook, startPatience } from '../../platform/payment-gateway.ts';
import { reviewRefund } from './commands-refund.ts';
import { settleOrder } from './commands-settle.ts';
import { requireGateway, type Till, upstreamFailed } from './commands-till.ts';
import { findOrder } from './queries.ts';

/** All that is read of a webhook: which order to ask about. */
const Webhook = z.object({
  data: z
    .object({
      order: z.object({ order_id: z.string() }).optional(),
      refund: z.object({ order_id: z.string() }).optional(),
    })
    .optional(),
});

/**
 * Takes a webhook of the provider. It is a hint, however old or often repeated: the provider is asked before anything is
 * given.
 * @throws AppError unauthenticated unless the provider signed it; upstream-failed when the provider can't be asked: then
 * it sends the webhook again.
 */
export async function takeWebhook(till: Till, webhook: SignedWebhook): Promise<void> {
  if (!requireGateway(till).isGenuine(webhook)) throw new AppError('unauthenticated', 'Invalid signature');
  const orderId = readOrderId(webhook.rawBody);
  const order = orderId === null ? null : await findOrder(till.database.db, orderId);
  if (!order || order.provider !== till.gateway?.provider) {
    till.log.warn('a webhook about no order of ours was acknowledged');
    return;
  }
  const signal = startPatience();
  const work = order.status === 'refunded' ? reviewRefund(till, order, signal) : settleOrder(till, order, signal);
  await work.catch(upstreamFailed('Failed to verify payment status'));
}

function readOrderId(rawBody: Buffer): string | null {
  const { data: event } = Webhook.safeParse(parseJson(rawBody.toString('utf8')));
  return event?.data?.order?.order_id ?? event?.data?.refund?.order_id ?? null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null; // genuine and yet no JSON: it names no order
    throw error;
  }
}
