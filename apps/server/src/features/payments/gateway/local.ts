import type { Selectable } from 'kysely';
import { isSameText, newToken } from '../../../identity/secrets.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import type { LocalPayments } from '../../../platform/postgres/database-schema.ts';
import { signWebhook } from './cashfree.ts';
import {
  GatewayError,
  type GatewayOrder,
  type GatewayRefund,
  type PaymentGateway,
  type SignedWebhook,
} from './gateway.ts';

/** A payment at the local gateway, as its page shows it. */
export interface LocalCheckout {
  readonly orderId: string;
  readonly amountPaise: number;
  readonly currency: string;
  readonly status: 'ACTIVE' | 'PAID' | 'FAILED' | 'EXPIRED';
  readonly returnUrl: string;
}

/**
 * The local gateway, which stands in for a payment provider on a machine without credentials: same calls, same
 * webhooks, no money (R-payments-12).
 */
export interface LocalGateway extends PaymentGateway {
  readonly provider: 'local';
  findCheckout(sessionId: string): Promise<LocalCheckout | null>;
  /** Pays an order or lets it fail, as the payer chose; one that is paid, failed or expired already stays so. */
  finish(sessionId: string, status: 'PAID' | 'FAILED'): Promise<void>;
  /** A webhook with this data, as it would come in. */
  composeWebhook(data: object): SignedWebhook;
}

export function openLocalGateway(db: Db, now: () => Temporal.Instant): LocalGateway {
  // The secret is of this process, which both signs and verifies.
  const secret = newToken();

  async function fetchOrder(orderId: string): Promise<GatewayOrder | null> {
    const row = await db.selectFrom('local_payments').selectAll().where('order_id', '=', orderId).executeTakeFirst();
    if (!row) return null;
    return {
      providerOrderId: `local_${orderId}`,
      sessionId: row.session_id,
      status: statusOf(row, now()),
      amountPaise: row.amount_paise,
      currency: row.currency,
    };
  }

  async function findRefund(orderId: string, refundId: string): Promise<GatewayRefund | null> {
    const row = await db
      .selectFrom('local_payments')
      .select('amount_paise')
      .where('order_id', '=', orderId)
      .where('refund_id', '=', refundId)
      .executeTakeFirst();
    return row ? { status: 'done', amountPaise: row.amount_paise } : null;
  }

  return {
    provider: 'local',
    mode: 'sandbox',
    fetchOrder,

    async createOrder({ orderId, amountPaise, currency, returnUrl, expiresAt }) {
      await db
        .insertInto('local_payments')
        .values({
          session_id: newToken(),
          order_id: orderId,
          amount_paise: amountPaise,
          currency,
          return_url: returnUrl,
          expires_at: expiresAt.toString(),
        })
        .onConflict((conflict) => conflict.column('order_id').doNothing())
        .execute();
      const order = await fetchOrder(orderId);
      if (!order) throw new GatewayError('The local gateway lost an order');
      return order;
    },

    async refund({ orderId, refundId }) {
      await db
        .updateTable('local_payments')
        .set({ refund_id: refundId })
        .where('order_id', '=', orderId)
        .where('status', '=', 'PAID')
        .execute();
      return (await findRefund(orderId, refundId)) ? 'done' : 'failed';
    },

    fetchRefund: ({ orderId, refundId }) => findRefund(orderId, refundId),

    async findCheckout(sessionId) {
      const row = await db
        .selectFrom('local_payments')
        .selectAll()
        .where('session_id', '=', sessionId)
        .executeTakeFirst();
      if (!row) return null;
      return {
        orderId: row.order_id,
        amountPaise: row.amount_paise,
        currency: row.currency,
        status: statusOf(row, now()),
        returnUrl: row.return_url,
      };
    },

    async finish(sessionId, status) {
      await db
        .updateTable('local_payments')
        .set({ status })
        .where('session_id', '=', sessionId)
        .where('status', '=', 'ACTIVE')
        .where('expires_at', '>', new Date(now().epochMilliseconds))
        .execute();
    },

    composeWebhook(data) {
      const rawBody = Buffer.from(JSON.stringify({ data }));
      const timestamp = String(now().epochMilliseconds);
      return { signature: signWebhook(secret, { timestamp, rawBody }), timestamp, rawBody };
    },

    isGenuine: (webhook) => isSameText(signWebhook(secret, webhook), webhook.signature),
  };
}

function statusOf({ status, expires_at }: Selectable<LocalPayments>, now: Temporal.Instant): LocalCheckout['status'] {
  const isExpired = status === 'ACTIVE' && expires_at.getTime() <= now.epochMilliseconds;
  return isExpired ? 'EXPIRED' : status;
}
