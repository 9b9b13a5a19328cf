import {
  createOrder,
  getOrder,
  getReceipt as getReceiptCall,
  listOwnPayments,
  listPaymentsOfUser,
  refundOrder as refundOrderCall,
} from '@anupalan/contract/payments';
import { toRupees } from '@anupalan/domain/money';
import { can } from '@anupalan/domain/permissions';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { serve } from '../../serve.ts';
import type { Services } from '../../services.ts';
import { upstreamFailed } from './errors.ts';
import { providerTimeout } from './gateway/gateway.ts';
import { registerLocalGateway } from './gateway/routes-local.ts';
import { placeOrder } from './orders/commands-order.ts';
import { askAboutOrder } from './orders/commands-settle.ts';
import { findOrder } from './queries.ts';
import { getPayment, readPlanState } from './queries-plan-state.ts';
import { getReceipt } from './receipt/queries.ts';
import { refundOrder } from './refund/commands.ts';
import { registerWebhook } from './webhook/routes.ts';

export function registerPaymentRoutes(app: FastifyInstance, services: Services): void {
  const { database, now, paymentLimit } = services;
  const { db } = database;

  serve(app, database, createOrder, async ({ session }) => {
    await paymentLimit.spend(session.userId);
    const data = await placeOrder(services, session, providerTimeout()).catch(upstreamFailed('Failed to create order'));
    return { status: 'success', message: 'Order created', data };
  });

  serve(app, database, getOrder, async ({ session, params }) => {
    const order = await findOrder(db, params.orderId);
    if (!order || !can(actorOf(session), 'payments.read-order', { userId: order.user_id ?? '' })) {
      throw new AppError('not-found', 'Order not found');
    }
    await paymentLimit.spend(session.userId);
    const { order: current, providerStatus } = await askAboutOrder(services, order, providerTimeout()).catch(
      upstreamFailed('Failed to verify payment status'),
    );
    return {
      status: 'success',
      data: {
        order_id: current.order_id,
        cf_order_id: current.provider_order_id ?? '',
        order_status: providerStatus,
        order_amount: toRupees(current.amount_paise),
        order_currency: 'INR',
      },
    };
  });

  serve(app, database, listOwnPayments, async ({ session }) => {
    return { status: 'success', data: await readPlanState(db, session.userId, now()) };
  });

  serve(app, database, listPaymentsOfUser, async ({ params }) => {
    return { status: 'success', data: await readPlanState(db, params.id, now()) };
  });

  serve(app, database, refundOrderCall, async ({ session, params }) => {
    await refundOrder(services, session, params.orderId, providerTimeout()).catch(
      upstreamFailed('Failed to refund the payment'),
    );
    return { status: 'success', message: 'Payment refunded', data: await getPayment(db, params.orderId) };
  });

  serve(app, database, getReceiptCall, async ({ session, params, reply }) => {
    const owner = can(actorOf(session), 'payments.read-everyone') ? null : session.userId;
    const { drawReceipt } = await import('./receipt/draw-receipt.ts');
    const receipt = await drawReceipt(await getReceipt(db, params.number, owner));
    reply.type('application/pdf');
    reply.header('Content-Disposition', `attachment; filename="anupalan-receipt-${params.number}.pdf"`);
    return receipt;
  });

  registerWebhook(app, services);
  registerLocalGateway(app, services);
}
