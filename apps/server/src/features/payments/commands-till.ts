import { AppError } from '../../platform/errors.ts';
import type { Queue } from '../../platform/jobs.ts';
import { GatewayError } from '../../platform/payment-gateway.ts';
import type { Gateway } from '../../platform/payment-gateways.ts';
import type { Services } from '../../services.ts';
import type { Order } from './queries.ts';

/** What the commands about money work with. */
export interface Till extends Pick<Services, 'config' | 'database' | 'gateway' | 'log' | 'now'> {
  readonly jobs: Queue;
}

/** @throws AppError unavailable without a gateway; GatewayError when it is another than the order was made with */
export function requireGateway({ gateway }: Pick<Till, 'gateway'>, order?: Order): Gateway {
  if (!gateway) throw new AppError('unavailable', 'Payments are not configured');
  if (order && order.provider !== gateway.provider) {
    throw new GatewayError(`An order of the gateway "${order.provider}" can't be asked about at "${gateway.provider}"`);
  }
  return gateway;
}

/** Lets the caller know that the provider failed, in the specification's words, and the log why. */
export function upstreamFailed(message: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof GatewayError ? new AppError('upstream-failed', message, { cause: error }) : error;
  };
}
