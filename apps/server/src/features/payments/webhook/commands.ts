import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { AppError } from '../../../platform/errors/errors.ts';
import { requireStorable, unstorable } from '../../../platform/incoming/storable.ts';
import type { Services } from '../../../services.ts';
import { upstreamFailed } from '../errors.ts';
import { providerTimeout, type SignedWebhook } from '../gateway/gateway.ts';
import { requireGateway } from '../gateway/require-gateway.ts';
import { settleOrder } from '../orders/commands-settle.ts';
import { findOrder, type Order } from '../queries.ts';
import { refundIdOf, reviewRefund } from '../refund/commands.ts';

const Id = z.string().optional().catch(undefined);

/**
 * The part of a webhook that is read: which order, and which refund of it, to ask about; values that are no ids are
 * left out.
 */
const Webhook = z.object({
  data: z.object({
    order: z.object({ order_id: Id }).optional().catch(undefined),
    refund: z.object({ order_id: Id, refund_id: Id }).optional().catch(undefined),
  }),
});

type Hint = Partial<z.infer<typeof Webhook>['data']>;

/**
 * Takes a webhook of the provider. It is only a hint, however old or often repeated: the provider is asked before
 * anything is granted (R-payments-6, R-payments-9).
 * @throws AppError unauthenticated unless the provider signed it; invalid for what can't be stored; upstream-failed when the provider can't be asked:
 * then it sends the webhook again.
 */
export async function takeWebhook(services: Services, webhook: SignedWebhook): Promise<void> {
  if (!requireGateway(services).isGenuine(webhook)) throw new AppError('unauthenticated', 'Invalid signature');
  const hint = readHint(webhook.rawBody);
  const orderId = hint.order?.order_id ?? hint.refund?.order_id;
  const order = orderId === undefined ? null : await findOrder(services.database.db, orderId);
  if (!order || order.provider !== services.gateway?.provider) {
    services.log.warn('a webhook about no order of ours was acknowledged');
    return;
  }
  await followHint(services, order, hint).catch(upstreamFailed('Failed to verify payment status'));
}

async function followHint(services: Services, order: Order, { refund }: Hint): Promise<void> {
  const signal = providerTimeout();
  const concernsRefund = ({ status }: Order) => status === 'refunded' || (status === 'paid' && refund !== undefined);
  // A refund may be the first news of a payment.
  const current = concernsRefund(order) ? order : (await settleOrder(services, order, signal)).order;
  if (concernsRefund(current)) await reviewRefund(services, current, refund?.refund_id ?? refundIdOf(current), signal);
}

/** @throws AppError invalid for what can't be stored, signed or not (R-api-54) */
function readHint(rawBody: Buffer): Hint {
  if (!isUtf8(rawBody)) throw unstorable('body');
  const body = parseJson(rawBody.toString());
  requireStorable(body);
  return Webhook.safeParse(body).data?.data ?? {};
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null; // a signed webhook that is no JSON names no order
    throw error;
  }
}
