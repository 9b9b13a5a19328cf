import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import { type SignedWebhook, startPatience } from '../../platform/payment-gateway.ts';
import { refundIdOf, reviewRefund } from './commands-refund.ts';
import { settleOrder } from './commands-settle.ts';
import { requireGateway, type Till, upstreamFailed } from './commands-till.ts';
import { findOrder, type Order } from './queries.ts';

const Id = z.string().optional().catch(undefined);

/** All that is read of a webhook: which order, and which refund of it, to ask about. What is no id is left out. */
const Webhook = z.object({
  data: z.object({
    order: z.object({ order_id: Id }).optional().catch(undefined),
    refund: z.object({ order_id: Id, refund_id: Id }).optional().catch(undefined),
  }),
});

type Hint = Partial<z.infer<typeof Webhook>['data']>;

/**
 * Takes a webhook of the provider. It is a hint, however old or often repeated: the provider is asked before anything is
 * given.
 * @throws AppError unauthenticated unless the provider signed it; upstream-failed when the provider can't be asked: then
 * it sends the webhook again.
 */
export async function takeWebhook(till: Till, webhook: SignedWebhook): Promise<void> {
  if (!requireGateway(till).isGenuine(webhook)) throw new AppError('unauthenticated', 'Invalid signature');
  const hint = readHint(webhook.rawBody);
  const orderId = hint.order?.order_id ?? hint.refund?.order_id;
  const order = orderId === undefined ? null : await findOrder(till.database.db, orderId);
  if (!order || order.provider !== till.gateway?.provider) {
    till.log.warn('a webhook about no order of ours was acknowledged');
    return;
  }
  await followHint(till, order, hint).catch(upstreamFailed('Failed to verify payment status'));
}

async function followHint(till: Till, order: Order, { refund }: Hint): Promise<void> {
  const signal = startPatience();
  const concernsRefund = ({ status }: Order) => status === 'refunded' || (status === 'paid' && refund !== undefined);
  // The refund may be the first we hear of a payment.
  const current = concernsRefund(order) ? order : (await settleOrder(till, order, signal)).order;
  if (concernsRefund(current)) await reviewRefund(till, current, refund?.refund_id ?? refundIdOf(current), signal);
}

function readHint(rawBody: Buffer): Hint {
  return Webhook.safeParse(parseJson(rawBody.toString('utf8'))).data?.data ?? {};
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null; // genuine and yet no JSON: it names no order
    throw error;
  }
}
