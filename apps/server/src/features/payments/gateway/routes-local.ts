import { actOnLocalPayment, getLocalPayment, type LocalPayment } from '@anupalan/contract/payments';
import { toRupees } from '@anupalan/domain/money';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors/errors.ts';
import { requireThisMachine } from '../../../platform/http/from-this-machine.ts';
import { serve } from '../../../serve.ts';
import type { Services } from '../../../services.ts';
import { takeWebhook } from '../webhook/commands.ts';
import type { LocalCheckout, LocalGateway } from './local.ts';

/**
 * Serves the calls of the local gateway's page (R-payments-17). Anybody on this machine who knows the session may pay,
 * as at a real provider.
 */
export function registerLocalGateway(app: FastifyInstance, services: Services): void {
  const { database, config } = services;

  serve(app, database, getLocalPayment, async ({ params, request }) => {
    const checkout = await requireCheckout(requireLocal(services, request), params.session);
    return { status: 'success', data: presentCheckout(checkout) };
  });

  serve(app, database, actOnLocalPayment, async ({ params, body, request }) => {
    const gateway = requireLocal(services, request);
    const before = await requireCheckout(gateway, params.session);
    if (body.action === 'close') {
      return { status: 'success', data: { ...presentCheckout(before), redirect_url: `${config.publicUrl}/plans` } };
    }
    await gateway.finish(params.session, body.action === 'pay' ? 'PAID' : 'FAILED');
    const after = await requireCheckout(gateway, params.session);
    await takeWebhook(services, gateway.composeWebhook({ order: { order_id: after.orderId } }));
    const outcome = after.status === 'PAID' ? 'SUCCESS' : 'FAILED';
    const redirect_url = `${after.returnUrl}&payment_status=${outcome}`;
    return { status: 'success', data: { ...presentCheckout(after), redirect_url } };
  });
}

/** The local gateway. @throws AppError not-found with a real provider, without any, and from another machine. */
function requireLocal({ gateway }: Services, request: FastifyRequest): LocalGateway {
  if (gateway?.provider !== 'local') throw new AppError('not-found', 'Not found');
  requireThisMachine(request);
  return gateway;
}

async function requireCheckout(gateway: LocalGateway, session: string): Promise<LocalCheckout> {
  const checkout = await gateway.findCheckout(session);
  if (!checkout) throw new AppError('not-found', 'Payment not found');
  return checkout;
}

function presentCheckout({ orderId, amountPaise, currency, status }: LocalCheckout): LocalPayment {
  return { order_id: orderId, amount: toRupees(amountPaise), currency, status };
}
