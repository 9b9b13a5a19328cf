import { AppError } from '../../../platform/errors/errors.ts';
import type { Order } from '../queries.ts';
import { GatewayError } from './gateway.ts';
import type { Gateway } from './open-payment-gateway.ts';

/**
 * The gateway, which must be the one that the order was made with.
 * @throws AppError unavailable without a gateway; GatewayError when it is another one
 */
export function requireGateway({ gateway }: { gateway: Gateway | null }, order?: Order): Gateway {
  if (!gateway) throw new AppError('unavailable', 'Payments are not configured');
  if (order && order.provider !== gateway.provider) {
    throw new GatewayError(`An order of the gateway "${order.provider}" can't be asked about at "${gateway.provider}"`);
  }
  return gateway;
}
