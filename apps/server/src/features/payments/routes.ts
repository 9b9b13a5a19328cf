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
import { AppError } from '../../platform/errors.ts';
import { startPatience } from '../../platform/payment-gateway.ts';
import { serve } from '../../platform/serve.ts';
import { actorOf, type Session } from '../../platform/sessions.ts';
import type { Services } from '../../services.ts';
import { administratorsHaveAll } from '../plans/commands-refuse.ts';
import { placeOrder } from './commands-order.ts';
import { refundOrder } from './commands-refund.ts';
import { askAboutOrder } from './commands-settle.ts';
import { upstreamFailed } from './commands-till.ts';
import { drawReceipt } from './present-receipt.ts';
import { findOrder } from './queries.ts';
import { getPayment, readPlanState } from './queries-plan-state.ts';
import { getReceipt } from './queries-receipt.ts';
import { registerLocalGateway } from './routes-local.ts';
import { registerWebhook } from './routes-webhook.ts';

export function registerPaymentRoutes(app: FastifyInstance, services: Services): void {
  const { database, now, paymentLimit } = services;
  const { db } = database;

  serve(app, database, createOrder, async ({ session }) => {
    requireInPerson(session);
    if (!can(actorOf(session), 'payments.create-order')) {
      throw administratorsHaveAll();
    }
    await paymentLimit.spend(session.userId);
    const data = await placeOrder(services, session, startPatience()).catch(upstreamFailed('Failed to create order'));
    return { status: 'success', message: 'Order created', data };
  });

  serve(app, database, getOrder, async ({ session, params }) => {
    requireInPerson(session);
    const order = await findOrder(db, params.orderId);
    if (!order || !can(actorOf(session), 'payments.read-order', { userId: order.user_id ?? '' })) {
      throw new AppError('not-found', 'Order not found');
    }
    await paymentLimit.spend(session.userId);
    const { order: current, word } = await askAboutOrder(services, order, startPatience()).catch(
      upstreamFailed('Failed to verify payment status'),
    );
    return {
      status: 'success',
      data: {
        order_id: current.order_id,
        cf_order_id: current.provider_order_id ?? '',
        order_status: word,
        order_amount: toRupees(current.amount_paise),
        order_currency: 'INR',
      },
    };
  });

  serve(app, database, listOwnPayments, async ({ session }) => {
    requireInPerson(session);
    return { status: 'success', data: await readPlanState(db, session.userId, now()) };
  });

  serve(app, database, listPaymentsOfUser, async ({ params }) => {
    return { status: 'success', data: await readPlanState(db, params.id, now()) };
  });

  serve(app, database, refundOrderCall, async ({ session, params }) => {
    await refundOrder(services, session, params.orderId, startPatience()).catch(
      upstreamFailed('Failed to refund the payment'),
    );
    return { status: 'success', message: 'Payment refunded', data: await getPayment(db, params.orderId) };
  });

  serve(app, database, getReceiptCall, async ({ session, params, reply }) => {
    requireInPerson(session);
    const owner = can(actorOf(session), 'payments.read-everyone') ? null : session.userId;
    const receipt = await drawReceipt(await getReceipt(db, params.number, owner));
    reply.type('application/pdf');
    reply.header('Content-Disposition', `attachment; filename="anupalan-receipt-${params.number}.pdf"`);
    return receipt;
  });

  registerWebhook(app, services);
  registerLocalGateway(app, services);
}

function requireInPerson(session: Session): void {
  if (can(actorOf(session), 'payments.read-own')) return;
  throw new AppError('forbidden', 'Payments cannot be made or seen while impersonating');
}
